"""Learning on the page: the path of lessons, one lesson with its example and tasks, and the learner's progress."""
