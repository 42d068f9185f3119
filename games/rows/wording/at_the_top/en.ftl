somebody-of-the-two-highest = Somebody of the two highest posts is in it, and nobody else holds that post: { $post } confirms, the finding stays open, and the regulator's page lists it.
confirming-it-closes-nothing-the = Confirming it closes nothing: the finding stays open, and the regulator's page lists it.
asked-asked-staff-post-confirmed = { $asked } asked, { $staff } ({ $post }) confirmed. The finding stays open: nobody uninvolved holds the post that decides.
somebody-of-the-two-highest-2 = Somebody of the two highest posts is in it: another { $post }, or one above, must confirm.
