holds-from-then-on-for = holds from then on, for everybody alike
ones-own-request-alone-is = one's own request alone is taken back
