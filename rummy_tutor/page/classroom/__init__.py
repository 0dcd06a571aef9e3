"""What a teacher shows or asks a class: lists of tasks, puzzles, hands and rounds, and sheets of paper."""
