"""The recommenders of the course, one a file.

Every model is made with the items it may recommend, learns with `fit(train)`, which returns
the model, and answers `recommend(users, k)` with an int array of item ids.
"""

from course.models.most_popular import MostPopular

__all__ = ["MostPopular"]
