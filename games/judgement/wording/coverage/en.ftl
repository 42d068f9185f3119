status-text--implemented = Implemented
status-text--recorded = Recorded only
status-text--outside = Outside the program
status-text--heading = Heading
status-text--missing = Not yet implemented
