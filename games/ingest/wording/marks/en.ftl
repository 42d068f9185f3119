entered-from-the-command-line = entered from the command line{ $by }
confirmed-by-second = , confirmed by { $second }
