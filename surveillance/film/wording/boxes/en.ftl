short = a box is smaller than its header
long = a box is larger than what holds it
cut = the header of a box is cut off
open = a box within a box has no length
many = too many boxes
deep = boxes are nested too deeply
big = the content of a box is too large
