"""Runs of contracts made, and how likely one of that length is by chance alone."""

RARE = 5
"""A run means something if chance alone makes one in at most every so many seasons."""


def longest_run(outcomes: str) -> int:
    """Return the length of the longest run of contracts made.

    :param outcomes: the contracts in their order: ``1`` made, ``0`` failed.

    >>> longest_run("0111011"), longest_run("")
    (3, 0)
    """
    return max(map(len, outcomes.split("0")))


def seasons_for_run(outcomes: str, length: int, made: int, taken: int) -> int:
    """Return how many seasons of as many contracts it takes, on average, to see a run of this
    length by chance alone.

    :param made: the contracts that everybody made.
    :param taken: the contracts that everybody took.

    >>> seasons_for_run("1" * 10, 10, 1, 2)
    1024
    """
    rate = made / taken
    run = rate**length
    without = [1.0] * length + [1 - run]
    for n in range(length + 1, len(outcomes) + 1):
        without.append(without[n - 1] - (1 - rate) * run * without[n - length - 1])
    chance = 1 - without[len(outcomes)]
    return round(1 / chance) if chance > 1e-6 else 1_000_000
