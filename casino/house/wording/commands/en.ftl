ask_setting--title = Set what the property sets
confirm_setting--title = Confirm a setting
refuse_setting--title = Refuse a setting
withdraw_setting--title = Take back a request about a setting
holds-from-then-on-for = holds from then on, for everybody alike
ones-own-request-alone-is = one's own request alone is taken back
