change-an-account = Change an account
posting = Posting
change-a-post-of-an = Change a post of an account
confirm-a-change-of-an = Confirm a change of an account
refuse-a-change-of-an = Refuse a change of an account
change-of-an-account = Change of an account
