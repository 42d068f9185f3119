"""Cases over the REST API: the same commands as the pages, with the same checks and errors."""
