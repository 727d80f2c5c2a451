"""What the items are: films with the genres and title words of the films a user liked."""

import numpy as np
from scipy.sparse import csr_array

from course.models._ranking import Recommender

TITLE_WEIGHT = 0.5


class ContentBased(Recommender):
    """Recommend the items whose description is nearest to what a user liked.

    An item is described by the tf-idf of its genres and, with half the weight, of the words in
    its title. A user is the sum of the items with 4 stars or more in train. The score is the
    cosine of the two. It needs nobody else's ratings, so it can list an item that nobody has
    rated yet.

    Source: Lops, de Gemmis and Semeraro, Content-based Recommender Systems: State of the Art
    and Trends, in Recommender Systems Handbook (2011).
    """

    def __init__(self, items):
        """items: the DataFrame of `datasets.load`, with the columns genres and title."""
        super().__init__(items)
        self.features = csr_array(_describe(items))

    def _learn(self, train, rows, columns):
        liked = csr_array(self._liked(train, rows, columns))
        self.profiles = _normalised((liked @ self.features).toarray())

    def score(self, users):
        """The cosine of user and item, 0 to 1: array (n_users, n_items)."""
        return self.profiles[self._rows(users)] @ self.features.T


def _describe(items):
    """Features of length 1: array (n_items, n_features)."""
    from sklearn.feature_extraction.text import TfidfVectorizer  # slow to import

    by_genre = TfidfVectorizer(tokenizer=lambda text: text.split("|"), token_pattern=None,
                               lowercase=False)
    by_title = TfidfVectorizer(stop_words="english", min_df=2)
    parts = [by_genre.fit_transform(items["genres"]).toarray(),
             TITLE_WEIGHT * _titles(by_title, items["title"])]
    return _normalised(np.hstack(parts))


def _titles(vectorizer, titles):
    try:
        return vectorizer.fit_transform(titles).toarray()
    except ValueError:  # no word is in two titles, so words connect nothing
        return np.zeros((len(titles), 0))


def _normalised(vectors):
    """Every row divided by its length; a row of zeros stays."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(length > 0, length, 1)
