"""What pages show, put together from replay and read models: values for templates, no HTML but the drawings."""
