every--day = each gaming day
every--month = each month

after--day = After each gaming day
after--month = After each month

facts--report-requested = Report requested
facts--report-asked_again = Report asked for again
facts--report-finished = Report finished
facts--report-failed = Report failed
facts--report-cancelled = Report cancelled
facts--report-downloaded = Report downloaded
facts--report-deleted = Report deleted
facts--reportplan-made = Recurring report set up
facts--reportplan-ended = Recurring report ended
facts--regulator-scoped = Scope of looking set
facts--regulator-shut = Looking ended
facts--regulator-token_made = Token made
facts--regulator-token_ended = Token ended
facts--regulator-looked = The regulator looked
