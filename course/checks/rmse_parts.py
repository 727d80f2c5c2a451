"""The pieces that right and wrong versions of RMSE are put together from: lists of errors.

Plain Python, so that nothing here shares code with what it is compared with.
"""

import math


def errors_of(predicted, actual):
    """Predicted minus actual, for the pairs that have a rating."""
    return [p - a for p, a in zip(predicted, actual, strict=True) if not math.isnan(a)]


def mean(values):
    return math.nan if not values else sum(values) / len(values)


def mean_square(errors):
    return mean([error**2 for error in errors])


def root_mean_square(errors):
    return math.sqrt(mean_square(errors))


def mean_absolute(errors):
    return mean([abs(error) for error in errors])


def signed_mean(errors):
    return mean(errors)


def root_of_sum(errors):
    return math.sqrt(sum(error**2 for error in errors))


def root_over_n(errors):
    return root_of_sum(errors) / len(errors)


def median_root(errors):
    """The root of the median squared error."""
    ordered = sorted(abs(error) for error in errors)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    return math.sqrt(mean_square(ordered[middle - 1 : middle + 1]))


def spread(errors):
    """The standard deviation of the errors."""
    center = mean(errors)
    return root_mean_square([error - center for error in errors])


def no_error_left_to_divide(errors, by_zero):
    """With n - 1 below the line. by_zero: the answer for a single error; None: it crashes.

    With numpy, 0 / 0 is NaN, and anything else divided by 0 is infinite.
    """
    total = sum(error**2 for error in errors)
    if len(errors) == 1 and by_zero is not None:
        return math.nan if total == 0 else by_zero
    return math.sqrt(total / (len(errors) - 1))
