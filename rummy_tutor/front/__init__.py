"""The page's browser code: plain ES modules and style sheets, one stem a panel, and ``linking`` that joins them."""
