"""The compiled law: the same functions over arrays and on all cores.

This package contains no rule. `compile` compiles the law. `vectorized_rules` is the public
interface: arrays in, arrays out. `actions` are plain functions over integers, like the law. Importing
this package is cheap: Numba and NumPy are loaded by the modules that need them.
"""
