"""Who pays whom: seats, judgements, payments, the ledger, the settlement of a round, and series of rounds."""
