"""Games played in bulk: one loop (`kernel`), threads around it (`batch`), results on disk (`store`) and summed up
(`summary`), and the whole of it as one call (`run.simulate`).
"""
