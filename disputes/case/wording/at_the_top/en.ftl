you-are-part-of-this = You are part of this matter, and nobody else holds the post: the decision takes effect only once { $post } confirms it, and the regulator's page lists the case.
