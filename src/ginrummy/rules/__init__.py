"""The law, once: plain integer Python that people read and the kernel compiles as it is.

`bits` and `melds` know hands, `turns` a hand's play, `showdown` the spread and the lay-offs, `scoring`
points and matches. Functions take and return integers and named tuples of integers; they answer and
never raise, but that `Hand` refuses a text that lists no cards. A set of cards is a 52-bit integer, one
bit a face, and a `Hand` adds the twins.
"""
