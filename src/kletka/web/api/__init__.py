"""The REST API: routes, schemas, errors and its documentation page."""
