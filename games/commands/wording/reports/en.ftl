confirm_report--consequence = What a device reported is confirmed.
deny_report--consequence = What a device reported is denied.
