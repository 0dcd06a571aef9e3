"""The best grouping, revealed step by step."""
