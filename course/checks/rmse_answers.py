"""Assignment 01-why-not-rmse, the answers that are values: two by hand, a pair, a choice."""

import numpy as np

from course.checks import values
from course.checks.answers import by_hand, choice, pair_problem, read_pair, same_pair
from course.checks.kinds import Idea, ValueExercise
from course.checks.rmse_parts import (
    mean_absolute,
    mean_square,
    no_error_left_to_divide,
    root_mean_square,
    root_of_sum,
    signed_mean,
    spread,
)

LESSON = "01-why-not-rmse"


# --- By hand -----------------------------------------------------------------------------------

# Mara's five films: what she gave, and what the two models said.
TRUE = [5, 5, 4, 2, 1]
MODELS = ([3.9, 4.1, 4.3, 2.5, 1.6], [3.2, 3, 2, 0.5, 0.2])
ERRORS = [[p - a for p, a in zip(model, TRUE, strict=True)] for model in MODELS]


def of_both(formula):
    return [formula(errors) for errors in ERRORS]


MARA_RMSE = by_hand(
    "mara_rmse",
    LESSON,
    of_both(root_mean_square),
    {
        "rmse-models-swapped": Idea(
            of_both(root_mean_square)[::-1],
            "Both numbers are there, in the wrong order. A comes first.",
            "RMSE",
        ),
        "rmse-without-root": Idea(
            of_both(mean_square),
            "You are one step short: these are stars squared, and RMSE is in stars.",
            "RMSE",
        ),
        "rmse-half-for-root": Idea(
            of_both(lambda errors: mean_square(errors) / 2),
            "These are halves of the mean squares. Did you write `**1/2`? Python takes the power "
            "first, and then divides by 2.",
            "RMSE",
        ),
        "rmse-absolute-error": Idea(
            of_both(mean_absolute),
            "That is the mean absolute error. To it, one error of 2 weighs like two errors of 1.",
            "RMSE",
        ),
        "rmse-signed-errors": Idea(
            of_both(signed_mean),
            "Your errors keep their signs, so a guess too high makes up for one too low.",
            "RMSE",
            also=([abs(value) for value in of_both(signed_mean)],),
        ),
        "rmse-root-of-sum": Idea(
            of_both(root_of_sum),
            "A step is missing between the sum and the root. What makes it a mean?",
            "RMSE",
        ),
        "rmse-divides-by-n-minus-1": Idea(
            of_both(lambda errors: no_error_left_to_divide(errors, by_zero=None)),
            "You divided by 4. How many errors did you add up?",
            "RMSE",
        ),
        "rmse-is-spread-of-errors": Idea(
            of_both(spread),
            "That is how far the errors are from their own mean. How far are they from 0?",
            "RMSE",
        ),
    },
    round_late="RMSE",
    hints=(
        "For each film: how far off is the prediction? Treat the two models one after the other.",
        "RMSE = sqrt((e1² + … + e5²) / 5), with e = predicted − true.",
        "Example with other stars: predicted 3, 4 and true 5, 3. Errors -2 and 1, squares 4 and 1, "
        "mean 2.5, root 1.581139.",
    ),
)

MARA_PRECISION = by_hand(
    "mara_precision",
    LESSON,
    [0.5, 1.0],
    {
        "precision-models-swapped": Idea(
            [1.0, 0.5],
            "Both numbers are there, in the wrong order. A comes first.",
            "Order",
        ),
        "precision-counts-hits": Idea(
            [1, 2],
            "Those are hits. Precision is a share: of how many places?",
            "Order",
        ),
        "precision-relevant-from-four": Idea(
            [1.0, 1.0],
            "Four stars count as relevant in yours. Here only her five-star films do.",
            "Order",
        ),
        "precision-whole-list": Idea(
            [0.4, 0.4],
            "You took all five films. Only the first two places are on the screen.",
            "Order",
        ),
        "precision-over-list-length": Idea(
            [0.2, 0.4],
            "You divided by five films. How many places does the list have at k = 2?",
            "Order",
        ),
        "precision-lowest-first": Idea(
            [0, 0],
            "No hit for either model? Look at the two films you took: are their predictions the "
            "highest or the lowest?",
            "Order",
        ),
        "precision-in-percent": Idea(
            [50, 100],
            "A share, please: from 0 to 1.",
            "Order",
        ),
    },
    hints=(
        "First write down each model's order of the films: highest prediction first. "
        "The size of a prediction does not matter after that.",
        "P@2 = (relevant films in the first two places) / 2. Relevant are the films to which "
        "Mara gave five stars.",
        "Example: predictions 2.2, 4.9, 4.0 for films with 5, 5, 3 true stars. The list begins "
        "with film 2, then film 3: one hit in two places, P@2 = 0.5.",
    ),
)


# --- A counter-example -------------------------------------------------------------------------

LEO = [5, 4, 2]  # Leo's true stars; the first film should come first


def lengths_are_3(pair):
    return all(predicted.size == len(LEO) for predicted in pair)


def on_the_scale(pair):
    return all(np.all((predicted >= 1) & (predicted <= 5)) for predicted in pair)


def tied_first(predicted):
    return np.sum(np.isclose(predicted, predicted.max(), rtol=0, atol=values.TOLERANCE)) > 1


def favourite_first(predicted):
    return int(np.argmax(predicted)) == 0


def leo_rmse(predicted):
    return float(np.sqrt(np.mean((predicted - LEO) ** 2)))


def lower(first, second):
    return leo_rmse(first) < leo_rmse(second) - values.TOLERANCE


def rmse_and_order_disagree(pair):
    """The question: the first model has the lower RMSE, and only the second has Leo's order."""
    if not (lengths_are_3(pair) and on_the_scale(pair)) or any(map(tied_first, pair)):
        return False
    first, second = pair
    return lower(first, second) and not favourite_first(first) and favourite_first(second)


# The order matters: the first idea that holds is named.
COUNTER_EXAMPLE = ValueExercise(
    "rmse_against_order",
    LESSON,
    read=read_pair,
    right=rmse_and_order_disagree,
    problem=pair_problem,
    ideas={
        "not-three-predictions": Idea(
            lambda pair: not lengths_are_3(pair),
            "Each model needs three predictions, one for each film, in the order of the films.",
            "Order",
            example=([4.4, 4.5], [3, 2]),
        ),
        "off-the-scale": Idea(
            lambda pair: not on_the_scale(pair),
            "Keep predictions between 1 and 5 stars; the example works without leaving the scale.",
            "Add ten",
            example=([4, 4.5, 2], [15, 14, 12]),
        ),
        "tie-for-first-place": Idea(
            lambda pair: any(map(tied_first, pair)),
            "Two films share the highest prediction, so nobody knows which one comes first.",
            "Order",
            example=([4.5, 4.5, 2], [3, 2, 1]),
        ),
        "same-predictions-twice": Idea(
            same_pair,
            "The same predictions twice have the same RMSE and the same order.",
            "Order",
            example=([4.4, 4.5, 2], [4.4, 4.5, 2]),
        ),
        "swapped-pair": Idea(
            lambda pair: rmse_and_order_disagree(pair[::-1]),
            "A fine pair, the wrong way round: read again which model comes first.",
            "Order",
            example=([3, 2, 1], [4.4, 4.5, 2]),
        ),
        "both-find-the-favourite": Idea(
            lambda pair: favourite_first(pair[0]) and favourite_first(pair[1]),
            "Both models put Leo's favourite first. How little must change to push it down?",
            "Order",
            example=([5, 4, 2], [4, 3, 1]),
        ),
        "neither-finds-the-favourite": Idea(
            lambda pair: not favourite_first(pair[0]) and not favourite_first(pair[1]),
            "Neither model puts Leo's favourite first. One of them should.",
            "Order",
            example=([4.4, 4.5, 2], [2, 3, 1]),
        ),
        "same-rmse": Idea(
            lambda pair: abs(leo_rmse(pair[0]) - leo_rmse(pair[1])) <= values.TOLERANCE,
            "The orders are as asked, but both models have the same RMSE. One must be closer.",
            "Order",
            example=([4, 5, 2], [5, 3, 1]),
        ),
        "order-and-rmse-agree": Idea(
            lambda pair: True,  # what is left: the model with the right first film is also closer
            "The model with the right film first also has the lower RMSE. Can a model be far off "
            "and still keep the order?",
            "Order",
            example=([2, 4.5, 2], [5, 4, 2]),
        ),
    },
    hints=(
        "RMSE asks how far the predictions are from the stars; the list asks only which is "
        "highest. Make the two questions disagree.",
        "For `closer`: stay near 5, 4, 2 and let the second film overtake the first by a little. "
        "For `in_order`: keep the order and sink all the predictions.",
        "Example with two films and true stars 4 and 3: 3.4 and 3.5 are off by 0.6 and 0.5 and in "
        "the wrong order; 2 and 1 are off by 2 each and in the right one.",
    ),
)


# --- Predict, then explain ---------------------------------------------------------------------

ADD_TEN = choice(
    "add_ten",
    LESSON,
    right="abd",
    wrong={
        "shift-leaves-rmse": (
            "a",
            "Look at the RMSE column again: what did the shift do to it?",
            "Add ten",
        ),
        "shift-changes-the-list": (
            "b",
            "Add the same number to two scores: can the smaller one become the larger?",
            "Add ten",
        ),
        "bad-rmse-means-bad-recall": (
            "c",
            "Recall is made from the list. Compare the lists before and after.",
            "Add ten",
        ),
        "rmse-and-recall-one-scale": (
            "d",
            "RMSE asks about the numbers, recall about the list. Must two answers to two "
            "questions agree?",
            "Add ten",
        ),
        "lowest-rmse-is-best-list": (
            "e",
            "Think of Mara: which of her models had the lower RMSE, and which the better list?",
            "Order",
        ),
        "clipping-repairs-the-shift": (
            "f",
            "Look at the clipped predictions: how many different values are left to sort by?",
            "Add ten",
        ),
    },
    letters="abcdef",
    hints=(
        "Read each sentence against the three rows that the cell above printed.",
        "Two questions sort them: does the sentence speak of the numbers, or of the order? "
        "Adding one constant keeps every comparison between two films.",
        "Example with subtraction: take 10 from the scores 3, 2, 1. The errors grow, -7 > -8 > -9 "
        "still holds, and clipped at 1 all three are 1.",
    ),
)

EXERCISES = (MARA_RMSE, MARA_PRECISION, COUNTER_EXAMPLE, ADD_TEN)
