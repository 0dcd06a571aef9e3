"""The bar of choices, links, the classroom and what a browser tab remembers."""
