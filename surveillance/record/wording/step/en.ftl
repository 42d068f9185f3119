equipment = equipment is nobody's matter
drawn = what is looked at is drawn by lot
