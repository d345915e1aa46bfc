"""The network as PyTorch trains it: layers that treat all suits alike."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from ginrummy.cards import FACE_COUNT
from ginrummy.players.network_input import NUMBERS, RANKS, SUIT_SIZE

WIDTH: Final = 160
PLAIN_ACTIONS: Final = 4


class Outcome(NamedTuple):
    """What the network says: the worth of each action beside the others, of the hand, and the hidden cards.

    `gains` (n, 108) are in twentieths of a match won, `value` (n,) likewise; `hidden` (n, 52) are log-odds
    that the other seat holds each card.
    """

    gains: Tensor
    value: Tensor
    hidden: Tensor


class SuitLayer(nn.Module):
    """A layer that reads each suit, the four together, and numbers; the same for all suits."""

    def __init__(self, size: int, width: int, numbers: int = 0) -> None:
        """Read `size` values a suit and `numbers` beside them, and give `width` a suit."""
        super().__init__()
        self.own = nn.Linear(size, width)
        self.all = nn.Linear(size, width, bias=False)
        self.numbers = nn.Linear(numbers, width, bias=False) if numbers else None

    def forward(self, suits: Tensor, numbers: Tensor | None = None) -> Tensor:
        """Return (n, 4, width) from `suits`, (n, 4, size)."""
        common = self.all(suits.sum(1))
        if self.numbers is not None and numbers is not None:
            common = common + self.numbers(numbers)
        return torch.relu(self.own(suits) + common[:, None])


class Network(nn.Module):
    """Three layers a suit, one head for cards, one for what is not about a card."""

    def __init__(self, width: int = WIDTH) -> None:
        """Begin with random weights."""
        super().__init__()
        self.first = SuitLayer(SUIT_SIZE, width, NUMBERS)
        self.second = SuitLayer(width, width)
        self.third = SuitLayer(width, width)
        self.cards = nn.Linear(width, 3 * RANKS)
        self.plain = nn.Linear(width, PLAIN_ACTIONS + 1)

    def forward(self, planes: Tensor, numbers: Tensor) -> Outcome:
        """Return the outcome for n positions from `planes`, (n, 4, 182), and `numbers`, (n, 30)."""
        suits = self.third(self.second(self.first(planes, numbers)))
        cards = self.cards(suits).view(len(planes), 4, 3, RANKS).transpose(1, 2)
        cards = cards.reshape(len(planes), 3, FACE_COUNT)
        plain = self.plain(suits.sum(1))
        gains = torch.cat([cards[:, 0], cards[:, 1], plain[:, :PLAIN_ACTIONS]], 1)
        return Outcome(gains, plain[:, PLAIN_ACTIONS], cards[:, 2])


def write_weights(network: Network, path: Path) -> None:
    """Write the weights for `players.network`, in half precision."""
    arrays = {
        name: values.detach().numpy().T.astype(np.float16) for name, values in network.state_dict().items()
    }
    np.savez_compressed(path, **arrays)
