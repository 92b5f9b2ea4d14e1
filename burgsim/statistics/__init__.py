"""From sums over deals to estimates with honest intervals.

The unit is the deal: games on the same shuffled cards (rotations of the seats, variants of a rule) are one observation.

=================  ==================================================================================
``moments``        exact sums that merge in any order; means, contrasts, paired differences, ratios
``intervals``      what an interval is; means, win shares, proportions, distributions, several at once
``fairness``       are the seats equal, and how many points would make them so
``multiplicity``   many comparisons at once: Holm, Benjamini-Hochberg, max-t
``ranks``          which places the data allow
``sequential``     looking at the results while the games are being played
``equivalence``    larger, smaller, equivalent or not yet known, against what matters; how many deals that may take
``ratings``        strengths of policies from mixed tables (needs the extra package choix)
``coverage``       how often the intervals above hold the truth, measured by simulation
=================  ==================================================================================

Nothing here knows a game, and the two modules that every run needs (``moments``, ``intervals``) load without SciPy.
"""
