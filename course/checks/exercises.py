"""All exercises. An assignment adds a module with a tuple EXERCISES, and its name here."""

from course.checks import beyond, homework, mean_ap, ndcg, precision, rmse, splits

ASSIGNMENTS = (rmse, precision, mean_ap, ndcg, splits, beyond, homework)


def _by_name(assignments):
    found = {}
    for module in assignments:
        for exercise in module.EXERCISES:
            if exercise.name in found:
                raise ValueError(f"two exercises are called {exercise.name}")
            found[exercise.name] = exercise
    return found


EXERCISES = _by_name(ASSIGNMENTS)

# exercise -> id of the wrong idea -> Idea
CATALOGUE = {name: exercise.ideas for name, exercise in EXERCISES.items()}
