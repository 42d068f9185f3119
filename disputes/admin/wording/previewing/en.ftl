languages--vi = Vietnamese
languages--en = English
