"""Questions about a whole hand: what it counts to, whether it declares, how it is laid best."""
