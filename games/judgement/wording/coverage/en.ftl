status-text--implemented = Implemented
status-text--recorded = Recorded only
status-text--outside = Outside the program
status-text--heading = Heading
status-text--missing = Not yet implemented

heading_reason = It only introduces the clauses below it; see those.
missing_reason = There is neither code nor a reason yet.
