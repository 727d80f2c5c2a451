"""A course on evaluating recommender systems, with an autograder.

Start with `python -m course help`, or open course/lessons/00-start-here.ipynb.
"""
