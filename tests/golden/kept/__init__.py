"""What earlier versions wrote, kept as they wrote it: every later version opens it and loses nothing."""
