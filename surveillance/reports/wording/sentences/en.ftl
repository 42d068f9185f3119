every--day = each gaming day
every--month = each month

what--bundle = bundle
what--vi = report in Vietnamese (PDF)
what--en = report in English (PDF)
