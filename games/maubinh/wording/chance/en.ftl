chance--assumes = Players win from one another and the house has the commission on what is won: no strategy is assumed.
