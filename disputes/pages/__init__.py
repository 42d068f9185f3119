"""What the pages of the disputes room show, apart from how they look."""
