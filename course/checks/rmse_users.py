"""Assignment 01-why-not-rmse: the bug to mend, RMSE as a mean of the users' RMSE."""

import numpy as np

from course.checks.answers import pair_problem, read_pair, same_pair
from course.checks.kinds import Aspect, FunctionExercise, Idea, ValueExercise
from course.checks.rmse_parts import (
    mean,
    mean_absolute,
    mean_square,
    root_mean_square,
    root_of_sum,
    signed_mean,
)

LESSON = "01-why-not-rmse"
RANDOM_CASES = 30


def pooled(errors_by_user):
    """All errors in one list, whoever made them."""
    return [error for errors in errors_by_user.values() for error in errors]


def fixed_rmse(errors_by_user):
    """The reference: one mean over all errors, and one root at the end."""
    return root_mean_square(pooled(errors_by_user))


def mean_of_user_rmse(errors_by_user):
    """What the suspicious function computes."""
    return mean([root_mean_square(errors) for errors in errors_by_user.values()])


# --- A list that exposes it --------------------------------------------------------------------

ENOUGH = 0.5  # stars


def gap(pair):
    """How far the two numbers are apart for two users' errors."""
    users = {"first": pair[0].tolist(), "second": pair[1].tolist()}
    return abs(mean_of_user_rmse(users) - fixed_rmse(users))


def without_errors(pair):
    return any(errors.size == 0 for errors in pair)


def beyond_the_scale(pair):
    """On a scale from 1 to 5, a prediction on the scale cannot be more than 4 stars off."""
    return not all(np.all(np.abs(errors) <= 4) for errors in pair)


def user_rmses(pair):
    return [root_mean_square(errors.tolist()) for errors in pair]


def exposes(pair):
    return not without_errors(pair) and not beyond_the_scale(pair) and gap(pair) >= ENOUGH - 1e-9


EXPOSED = ValueExercise(
    "rmse_bug_exposed",
    LESSON,
    read=read_pair,
    right=exposes,
    problem=pair_problem,
    ideas={
        "bug-user-without-errors": Idea(
            without_errors,
            "Give each user at least one error; the mean of an empty list is another question.",
            "Users",
            example=([], [2, 2, 2]),
        ),
        "bug-errors-beyond-the-scale": Idea(
            beyond_the_scale,
            "With stars from 1 to 5, how far off can a prediction be?",
            "Users",
            example=([0], [9, 9, 9, 9]),
        ),
        "bug-same-errors-twice": Idea(
            same_pair,
            "Two users with the same errors: every way to average agrees. What must differ?",
            "Users",
            example=([1, 2], [1, 2]),
        ),
        "bug-users-equally-wrong": Idea(
            lambda pair: abs(np.diff(user_rmses(pair))[0]) < 1e-6,
            "Both users have the same RMSE, so it does not matter who has more votes. "
            "Let one of them be much easier to predict.",
            "Users",
            example=([2, -2], [2, 2, 2]),
        ),
        "bug-equally-many-errors": Idea(
            lambda pair: pair[0].size == pair[1].size,
            "The two numbers differ, though by less than half a star. Now try users with very "
            "different numbers of ratings.",
            "Users",
            example=([0], [1]),
        ),
        "bug-gap-too-small": Idea(
            lambda pair: True,  # what is left
            "The two numbers are less than half a star apart. Who should have many errors, and "
            "how large?",
            "Users",
            example=([0], [1, 1]),
        ),
    },
    hints=(
        "The suspicious function gives every user one vote. Who could be hidden by that?",
        "It reports (RMSE of the first + RMSE of the second) / 2. Over all n1 + n2 errors the mean "
        "is taken of the squares. Let one user have many large errors, the other one small error.",
        "Example with a gap of 0.23: errors [1] and [2, 2]. User by user 1 and 2, mean 1.5. "
        "All three: squares 1, 4, 4, mean 3, root 1.73. Now make the two users more unlike.",
    ),
)


# --- The function mended -----------------------------------------------------------------------


def random_users(rng, n_users):
    """{user: errors}; users differ in how many errors they have, and in how large."""
    users = {}
    for number in range(n_users):
        size = int(rng.integers(1, 4)) if number else int(rng.integers(4, 8))
        largest = int(rng.integers(10, 41))
        users[f"user {number + 1}"] = [
            float(error) for error in rng.integers(-largest, largest + 1, size) / 10]
    return users


def value_hidden(rng):
    for _ in range(RANDOM_CASES):
        yield (random_users(rng, int(rng.integers(2, 6))),)


def silent_hidden(rng):
    for _ in range(RANDOM_CASES):
        users = random_users(rng, int(rng.integers(2, 5)))
        names = [f"silent {number + 1}" for number in range(int(rng.integers(1, 3)))]
        users.update((name, []) for name in names)
        order = rng.permutation(list(users)).tolist()
        yield ({name: users[name] for name in order},)


def with_ratings(errors_by_user):
    return [errors for errors in errors_by_user.values() if errors]


def of_users(formula):
    """A wrong formula, of the lists of those users who have errors at all."""
    return lambda errors_by_user: formula(with_ratings(errors_by_user))


def of_all(formula):
    """A wrong formula, of all errors in one list."""
    return lambda errors_by_user: formula(pooled(errors_by_user))


def weighted_mean(users):
    sizes = [len(errors) for errors in users]
    parts = [len(errors) * root_mean_square(errors) for errors in users]
    return sum(parts) / sum(sizes)


def over_users(errors_by_user):
    return (sum(error**2 for error in pooled(errors_by_user)) / len(errors_by_user)) ** 0.5


def silent_user_is_perfect(errors_by_user):
    """An empty list counts as one error of 0."""
    return root_mean_square(pooled({u: e or [0.0] for u, e in errors_by_user.items()}))


def silent_user_crashes(errors_by_user):
    for errors in errors_by_user.values():
        sum(errors) / len(errors)
    return fixed_rmse(errors_by_user)


def mean_of_user_rmse_crashes(errors_by_user):
    """The suspicious function as it stands: it divides by the length of an empty list."""
    return mean([(sum(error**2 for error in errors) / len(errors)) ** 0.5
                 for errors in errors_by_user.values()])


def silent_user_spoils(errors_by_user):
    return float("nan") if not all(errors_by_user.values()) else fixed_rmse(errors_by_user)


FIXED = FunctionExercise(
    "fixed_rmse",
    LESSON,
    reference=fixed_rmse,
    aspects={
        "value": Aspect(
            [
                ({"ana": [0], "ben": [2, 2, 2]},),
                ({"ana": [1, -1, 1], "ben": [-3]},),
                ({"ana": [0.5, -2.5], "ben": [1], "cleo": [0, 0, 0.5]},),
            ],
            value_hidden,
        ),
        "silent": Aspect(
            [
                ({"ana": [1.5, -0.5], "ben": []},),
                ({"ana": [], "ben": [2, 2, -2], "cleo": [1]},),
                ({"ana": [3, 0], "ben": [], "cleo": [1], "dora": []},),
            ],
            silent_hidden,
        ),
    },
    ideas={
        "rmse-mean-of-user-rmse": Idea(
            of_users(lambda users: mean([root_mean_square(errors) for errors in users])),
            "That is the suspicious number still: a root for each user, then a mean. "
            "Take one root, at the end, or say that the value is per user.",
            "Users",
            # NaN for a user without errors, or a crash
            also=(mean_of_user_rmse, mean_of_user_rmse_crashes),
        ),
        "rmse-mean-of-user-mse": Idea(
            of_users(lambda users: mean([mean_square(errors) for errors in users]) ** 0.5),
            "One root, good. But your users still have one vote each, however many ratings they "
            "gave.",
            "Users",
        ),
        "rmse-weighted-user-rmse": Idea(
            of_users(weighted_mean),
            "Each user has the right weight now, but you average numbers that are rooted already.",
            "Users",
        ),
        "rmse-divides-by-users": Idea(
            over_users,
            "You add up the squares of all errors, and divide by the number of users. "
            "How many squares are there?",
            "Users",
            also=(of_users(lambda users: (
                sum(mean_square(errors) * len(errors) for errors in users) / len(users)) ** 0.5),),
        ),
        "rmse-median-user": Idea(
            of_users(lambda users: float(np.median([root_mean_square(e) for e in users]))),
            "You report the user in the middle. Every error should have a say.",
            "Users",
        ),
        "rmse-user-means-first": Idea(
            of_users(lambda users: root_mean_square([signed_mean(errors) for errors in users])),
            "A user's errors of opposite sign cancel before you square them.",
            "Users",
        ),
        "rmse-without-root": Idea(
            of_all(mean_square),
            "One step short: your number is in stars squared, RMSE is in stars.",
            "RMSE",
        ),
        "rmse-half-for-root": Idea(
            of_all(lambda errors: mean_square(errors) / 2),
            "That is half of the mean square. Did you write `**1/2`? Python takes the power "
            "first, and then divides by 2.",
            "RMSE",
        ),
        "rmse-root-of-sum": Idea(
            of_all(root_of_sum),
            "Your value grows with the number of ratings. Something is not divided.",
            "RMSE",
        ),
        "rmse-absolute-error": Idea(
            of_all(mean_absolute),
            "One vote for each rating, good. But your errors are never squared: that is the MAE.",
            "RMSE",
        ),
        "rmse-signed-errors": Idea(
            of_all(lambda errors: abs(signed_mean(errors))),
            "Errors of opposite sign cancel in yours. Square them first.",
            "RMSE",
            also=(of_all(signed_mean),),
        ),
        "rmse-silent-user-is-perfect": Idea(
            silent_user_is_perfect,
            "A user without errors counts as an error of 0 in yours. Nothing was measured there.",
            "Users",
        ),
        "rmse-silent-user-spoils-all": Idea(
            silent_user_spoils,
            "One user without errors has made the whole number NaN. An empty list adds nothing.",
            "Users",
        ),
        "rmse-silent-user-crashes": Idea(
            silent_user_crashes,
            "You divide by the number of a user's errors, and for somebody it is 0. "
            "Is that division needed?",
            "Users",
        ),
    },
    hints=(
        "Where does the suspicious function take the root, and how often? How often should it?",
        "Put the errors of all users into one list. RMSE is the root of (sum of all squares / "
        "number of all errors). A user without errors adds nothing to either.",
        "Example: {'u': [3], 'v': [1, 1]}. Squares 9, 1, 1; sum 11; three errors; "
        "sqrt(11 / 3) is about 1.91. The suspicious function says (3 + 1) / 2 = 2.",
    ),
)

EXERCISES = (EXPOSED, FIXED)
