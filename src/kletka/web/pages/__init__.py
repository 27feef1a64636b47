"""The HTML pages, and the pictures and forms that belong to them."""
