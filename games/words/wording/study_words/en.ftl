members--commission = commission
members--factor = factor
members--least = least
members--most = most
members--multiple = multiple
members--multiples = multiple
members--odds = odds
members--part = part
members--percent = per cent
members--points = points
members--seats = seats

choices--claim_of_time = a fact whose claim of time nothing supports
choices--ends_without_winners = when a round without winners ends
choices--house = who “the house” is in the text
choices--management = who “management” is in the text
choices--rounding_direction = direction of rounding
choices--rounding_unit_minor = unit of rounding
choices--ruling_by_lower_post = a ruling by a lower post
choices--void_without_ground = a void on no ground of the rules

waits = waits for a ruling
