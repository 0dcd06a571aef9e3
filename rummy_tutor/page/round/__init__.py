"""The round: players, endings and hands as entered, who pays whom, and the series of rounds."""
