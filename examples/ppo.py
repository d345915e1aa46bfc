"""Learn `eaai` by PPO with action masks against `simple`, and draw the strength against three players.

    python examples/ppo.py --updates 100 --seed 7 --picture docs/pictures/ppo.svg

Needs `pip install '.[envs,fast,training]'`. Three minutes of one core.

The policy begins near `simple`: the logit of an action falls with the deadwood that it leaves. The network
adds to these logits what it learns.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import autograd
import autograd.numpy as anp
import numpy as np

from ginrummy.kernel.observation import KnownCards, KnownCounts
from ginrummy.kernel.vectorized_rules import discard_deadwoods, least_deadwood
from ginrummy.lab import envs
from ginrummy.lab.arena.confidence_intervals import Interval, Moments, mean_interval
from ginrummy.lab.curves import write_curves
from ginrummy.lab.training.forward_pass import layers_of, network_output, suits_output
from ginrummy.lab.training.network import adamw_step
from ginrummy.lab.training.network_weights import InputSize, Network, random_network
from ginrummy.lab.training.slopes import weight_gradients
from ginrummy.players.network import NetworkOutput
from ginrummy.rules.turns import COMPARED
from ginrummy.variants import load_variant

Array = Any
PLAYERS: Final = {"simple": 10, "steady": 10, "network": 1}  # and their shares of the hands that measure
PLANES: Final = [place for place, name in enumerate(KnownCards._fields) if "twins" not in name]
OWN, TOP = (KnownCards._fields.index(name) for name in ("own", "top"))
PHASE: Final = KnownCounts._fields.index("phase")
HAND: Final = load_variant("eaai").row.hand_nondealer
INPUTS: Final = InputSize(suit=13 * (len(PLANES) + 1), numbers=len(KnownCounts._fields) + COMPARED + 3)
WIDTH: Final = 64
POINTS: Final = 25  # in one unit of reward
DEADWOOD: Final = 50
SLOPE: Final = 0.5  # of the first logits, for each point of deadwood
STEPS: Final = 32  # of each table between two updates
PASSES, PARTS = 2, 16
LAMBDA: Final = 0.95  # of generalised advantages; rewards are not discounted
CLIP: Final = 0.2
ENTROPY: Final = 0.005
LONGEST: Final = 0.5  # a longer gradient is cut to this length


class Inputs(NamedTuple):
    """Inputs of the network by suit, and for all of them, the first logits, and the mask of legal actions."""

    planes: Array
    numbers: Array
    logits: Array
    mask: Array


class Batch(NamedTuple):
    """Decisions: inputs, the action as a row of 0 and 1, its log chance, and the targets."""

    planes: Array
    numbers: Array
    logits: Array
    mask: Array
    actions: Array
    logs: Array
    advantages: Array
    returns: Array


def read(seen: dict[str, Array]) -> Inputs:
    """Return the observation suit by suit, with the deadwood of the hand, now and after each action."""
    hands, tops = (seen["cards"][:, plane] @ (1 << np.arange(52)) for plane in (OWN, TOP))
    now, after = least_deadwood(hands), discard_deadwoods(hands)
    # What a discard leaves after taking the top, which only a hand that has not drawn yet may do.
    taken = discard_deadwoods(hands | np.where(seen["cards"][:, OWN].sum(1) == HAND, tops, 0))
    best = np.where(taken < 0, DEADWOOD * 2, taken).min(1)
    shown = [seen["cards"][:, PLANES], (after[:, None] + 1) / DEADWOOD]
    planes = np.concatenate(shown, axis=1).reshape(len(hands), -1, 4, 13).swapaxes(1, 2)
    phases = np.eye(COMPARED + 1)[np.rint(seen["numbers"][:, PHASE] * COMPARED).astype(int)]
    numbers = np.column_stack([seen["numbers"], now / DEADWOOD, best / DEADWOOD, phases])
    left = np.column_stack(
        [after, after, now, best, now, 0 * now]
    )  # discard, close, draw, take, pass, big gin
    return Inputs(
        planes.reshape(len(hands), 4, -1).astype(np.float32),
        numbers.astype(np.float32),
        (-SLOPE * left).astype(np.float32),
        seen["action_mask"] == 1,
    )


def log_chances(logits: Array, mask: Array) -> Array:
    """Return the log chance of each legal action, and a very low one of all others."""
    legal = anp.where(mask, logits, np.float32(-1e9))
    legal = legal - legal.max(1, keepdims=True)
    return legal - anp.log(anp.exp(legal).sum(1, keepdims=True))


def loss(outputs: tuple[Array, Array], batch: Batch) -> Array:
    """Return the clipped loss of PPO, with the error of the value and less the entropy."""
    gains, value = outputs
    logs = log_chances(batch.logits + gains, batch.mask)
    ratio = anp.exp((logs * batch.actions).sum(1) - batch.logs)
    gain = anp.minimum(ratio * batch.advantages, anp.clip(ratio, 1 - CLIP, 1 + CLIP) * batch.advantages)
    entropy = -(anp.exp(logs) * logs).sum(1)
    return (anp.square(value - batch.returns) / 2 - gain - ENTROPY * entropy).mean()


def gradients(weights: Network, batch: Batch) -> Network:
    """Return the gradient of the loss: by autograd to the outputs, then by the package to the weights."""
    suits = layers_of(weights, batch.planes, batch.numbers)
    found = suits_output(weights, suits[-1])
    gains, value = autograd.grad(loss)((found.gains, found.value), batch)
    steepness = NetworkOutput(gains, value, np.zeros_like(found.hidden))
    return weight_gradients(weights, batch.numbers, suits, steepness, np)


class PPO:
    """The network that learns, its optimiser, and the tables at which it plays."""

    def __init__(self, tables: int, updates: int, rate: float, seed: int) -> None:
        self.chance, self.updates, self.rate, self.step = np.random.default_rng(seed), updates, rate, 0
        # The network of the package: the same weights for all suits. `gains` are added to the logits here.
        self.weights = random_network(seed, width=WIDTH, reading=INPUTS)
        self.first, self.second = (
            {name: np.zeros_like(values) for name, values in self.weights.items()} for _moment in range(2)
        )
        self.tables = envs.vector(tables, opponent="simple", normalise=True)
        self.inputs = read(self.tables.reset(seed=seed)[0])

    def policy(self, inputs: Inputs) -> tuple[Array, Array]:
        """Return the log chances of all actions, and the value."""
        found = network_output(self.weights, inputs.planes, inputs.numbers)
        return log_chances(inputs.logits + found.gains, inputs.mask), found.value

    def gather(self) -> Batch:
        """Play `STEPS` decisions at each table and return them with their advantages."""
        rows = []
        for _step in range(STEPS):
            logs, value = self.policy(self.inputs)
            chosen = (logs + self.chance.gumbel(size=logs.shape)).argmax(1)
            actions = np.eye(logs.shape[1], dtype=np.float32)[chosen]
            seen, rewards, ended, _cut, _news = self.tables.step(chosen)
            result = (value, rewards / POINTS, ended.copy())  # the next step overwrites `ended`
            rows.append((*self.inputs, actions, (logs * actions).sum(1), *result))
            self.inputs = read(seen)
        *decisions, values, rewards, ended = (np.stack(column) for column in zip(*rows, strict=True))
        last = self.policy(self.inputs)[1]
        advantages = generalised_advantages(np.concatenate([values, last[None]]), rewards, ended)
        flat = [each.reshape(-1, *each.shape[2:]) for each in (*decisions, advantages, advantages + values)]
        return Batch(*flat)

    def update(self) -> None:
        """Play, and learn from what happened."""
        batch = self.gather()
        spread = batch.advantages.std()
        batch = batch._replace(advantages=(batch.advantages - batch.advantages.mean()) / spread)
        for _pass in range(PASSES):
            for places in np.split(self.chance.permutation(len(batch.logs)), PARTS):
                self.learn(gradients(self.weights, Batch(*(each[places] for each in batch))))

    def learn(self, slopes: Network) -> None:
        """Take a step of the optimiser. Its pace falls to 0 with the last step."""
        length = sum(float(np.square(slope).sum()) for slope in slopes.values()) ** 0.5
        pace = self.rate * (1 - self.step / (self.updates * PASSES * PARTS))
        self.step += 1
        for name, values in self.weights.items():
            slope = slopes[name] * np.float32(min(1.0, LONGEST / length))
            adamw_step(values, slope, self.first[name], self.second[name], pace=pace, step=self.step)

    def strength(self, player: str, hands: int, seed: int) -> Interval:
        """Return the points a hand of the likeliest actions against `player`: the same deals each time."""
        tables = envs.vector(hands, opponent=player, normalise=True)
        seen, _news = tables.reset(seed=seed)
        points, playing = np.zeros(hands), np.ones(hands, bool)
        while playing.any():
            logs, _value = self.policy(read(seen))
            seen, rewards, ended, _cut, _news = tables.step(logs.argmax(1))
            points[playing & ended] = rewards[playing & ended]
            playing &= ~ended
        return mean_interval(Moments.from_values(points.tolist()))


def generalised_advantages(values: Array, rewards: Array, ended: Array) -> Array:
    """Return the advantages of Schulman and others (2016). `values` has one row more, of what follows."""
    found, later = np.zeros_like(rewards), np.zeros_like(rewards[0])
    for step in reversed(range(len(rewards))):
        goes_on = ~ended[step]
        later = rewards[step] - values[step] + goes_on * (values[step + 1] + LAMBDA * later)
        found[step] = later
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, print the curve, and draw it."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--updates", type=int, default=100)
    options.add_argument("--points", type=int, default=5, help="points of the curve after the first")
    options.add_argument("--tables", type=int, default=1024)
    options.add_argument("--rate", type=float, default=1e-3, help="learning rate at the start")
    options.add_argument(
        "--hands",
        type=int,
        default=100,
        help="against `network` for a point; ten times as many against others",
    )
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--picture", type=Path)
    chosen = options.parse_args(arguments)

    learner = PPO(chosen.tables, chosen.updates, chosen.rate, chosen.seed)
    measured = {chosen.updates * point // chosen.points for point in range(chosen.points + 1)}
    decisions: list[int] = []
    lines: dict[str, list[Interval]] = {player: [] for player in PLAYERS}
    print("Points a hand against each player, with the half width of the interval of 95 %")
    print("decisions  " + "  ".join(f"{player:>14}" for player in PLAYERS))
    for update in range(chosen.updates + 1):
        if update in measured:
            decisions.append(update * chosen.tables * STEPS)
            for player, line in lines.items():
                line.append(learner.strength(player, PLAYERS[player] * chosen.hands, chosen.seed + 1_000_000))
            shown = "  ".join(
                f"{line[-1].value:+7.1f} ± {line[-1].half_width:4.1f}" for line in lines.values()
            )
            print(f"{decisions[-1]:9}  {shown}", flush=True)
            if chosen.picture:
                millions = [f"{count / 1e6:.1f}" for count in decisions]
                write_curves(chosen.picture, millions, lines, across="million decisions", up="points a hand")
        if update < chosen.updates:
            learner.update()


if __name__ == "__main__":
    main()
