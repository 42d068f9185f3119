why--dealt = you dealt round { $where }
why--made = you made what is looked into, at { $where }
why--ruled = you ruled at { $where }
why--allowed = you allowed it at { $where }
why--confirmed = you confirmed it at { $where }
why--named = you are named in { $where }
why--gains = you gain by it at { $where }
why--opened = you opened it, { $where }
why--offered = you made the offer at the table in { $where }
why--decided = you decided in { $where }
why--decided_below = you decided below in { $where }

names--dealt = dealt
names--made = made it
names--ruled = ruled
names--allowed = allowed it
names--confirmed = confirmed it
names--named = named
names--gains = gains
names--opened = opened it
names--offered = offered
names--decided = decided
names--decided_below = decided below

alone-what-nobody-disputes = ; alone: what nobody disputes
but-for-own-words = ; but for own words
open-to-all = open to all

whoever-is-in-it = whoever is in it
