"""Hands that ask for advice."""

WAITING = "2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S"
NO_RUN = "2H 3H 5H 7S 8D 9S JS 5C 5D 6H KD KC 2S"  # no pure sequence, also with the king of spades
ONE_RUN = "2H 3H 4H 7S 8D 9S JS 5C 5D 6C KD QC 2S"  # and two fives that a joker makes a set
UNSEEN = "2H 3H 4H 7S 8S 9S 5C 6D TC QD KS 2S 4D 6H 9H JC KD AC 3C 5S TD"  # two pure sequences of the three it takes
SEEN = "2H 3H 4H 7S 8S 9S 5C 6C 7C QD KS 2S 4D 6H 9H JC KD AC 3C 5S TD"
LONG = "8C 5S 8D 8H JD 4H 3S TC PJ QD KS KD 8D JC AS 3H QD 5C 7H 3C JH 8H TS TH 2D 4C 3D 2S"  # takes seconds
