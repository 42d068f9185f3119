a-moment-without-its-time = a moment without its time zone, or words that are too long
it-has-a-box-meta = it has a box meta at file level already
its-last-box-reaches-to = its last box reaches to the end of the file, whatever stands there
it-has-no-box-moov = it has no box moov
the-sources-are-not-those = the sources are not those of the film's tracks
something-stands-behind-its-seals = something stands behind its seals
its-box-meta-has-no = its box meta has no length of 32 bits
