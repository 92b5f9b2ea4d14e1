"""A balance question as data: played on the same deals, aggregated exactly, answered with an interval."""
