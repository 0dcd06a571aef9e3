"""Charts of results: which cards help, what hands cost, how far they are, how likely things are, what a review found.

Example:
    >>> from rummy_tutor import advise
    >>> chart = outs(advise("2H 3H 4H 7S 8S 9S TS 5C 5D 5H KD KC 2S", "gorummy-13", turned="9D"))
    >>> chart.data.loc[0].to_dict()
    {'card': 'PJ', 'copies': 2, 'chance': 0.021739130434782608, 'improves': 'distance'}
"""

from .charts import chances, deals, distance, outs, points, review

__all__ = ["chances", "deals", "distance", "outs", "points", "review"]
