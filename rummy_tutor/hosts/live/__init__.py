"""The page from one process for many visitors, each over a WebSocket, and a class of them."""
