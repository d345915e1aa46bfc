"""Play a match, keep it, read it again, and say what the discards cost: `python play_and_review.py FILE`."""

import sys

import ginrummy

path = sys.argv[1]
names = ("steady", "novice")
players = [ginrummy.load_player(name, seed=seat) for seat, name in enumerate(names)]
match = ginrummy.Match.start("standard", 7)
while not match.is_over:
    if match.game.is_over:
        match = match.next_hand()
    else:
        seat = match.game.turn
        match = match.play(players[seat].decide(ginrummy.view_of(match, seat)))
ginrummy.save_record(path, ginrummy.write_record(match, players=names))

lost = [0, 0]
for game in ginrummy.load_record(path).match.games:
    for before, (seat, move, _face) in zip(game.positions(), game.plays, strict=False):
        leaves = ginrummy.view_of_game(before, seat).leaves
        lost[seat] += leaves[str(move)] - min(leaves.values()) if str(move) in leaves else 0
print(names[match.winner or 0], "won; the discards left", lost, "points more than they had to")
