"""The law by the million: the same functions, compiled, over arrays and on all cores.

No rule is written here. `compile` is the pass that compiles them, `vectorized_rules` and `vector_tables` are
the doors: arrays in, arrays out. `actions` are plain functions over integers, like the law.
Importing this package costs nothing; Numba and NumPy are loaded by the modules that need them.
"""
