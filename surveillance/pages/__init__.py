"""What a Surveillance officer sits in front of: the player, the review queue, and the small player of other pages."""
