"""The version of the package, as records of played rounds name it; the build reads it here."""

__version__ = "0.2.0"
