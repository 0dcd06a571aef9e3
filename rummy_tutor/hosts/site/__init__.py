"""The page as files alone: a folder that any web server serves, with Python in the visitor's browser."""
