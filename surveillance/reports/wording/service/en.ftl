ask_report--title = Ask for a report
cancel_report--title = Stop the work on a report
