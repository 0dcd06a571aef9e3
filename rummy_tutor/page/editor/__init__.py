"""The hand editor: typed hands, deals, worked hands, the cards of the pack."""
