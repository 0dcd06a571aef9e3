"""How a class is served: where it is reached, the pages, the sockets, and what strangers may not do."""
