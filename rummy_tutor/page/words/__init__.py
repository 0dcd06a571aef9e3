"""The words of the game to look up: found by name, each with its meaning, an example and what the games say."""
