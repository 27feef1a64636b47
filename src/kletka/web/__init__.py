"""The web application: live games, pages, study tools, REST API and storage."""
