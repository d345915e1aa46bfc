"""The law, once: plain integer Python, readable by people and compiled unchanged by the kernel.

`bits` and `melds` are about hands, `turns` about a hand's play, `showdown` about the spread and the lay-offs,
`scoring` about points and matches, `forms` about more people than two. Functions take and return integers and
named tuples of integers. They never raise, except that `Hand` refuses a text that is not a list of cards. A
set of cards is a 52-bit integer, one bit a face. A `Hand` adds the twins.
"""
