"""The bytes of footage: how they come in, where they lie, what is made of them, and how they leave the house."""
