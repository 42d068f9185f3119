"""What the invented game brings of tests."""
