"""How far a hand is from declaring: exchanges, discards, outs."""
