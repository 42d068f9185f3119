titles--name = Cases
titles--name--library-of-decisions = Library of decisions
titles--name--notices = Notices
