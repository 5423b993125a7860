"""Several threads, or several processes' journals, that act at the same moment."""

import threading


def at_once(*actions):
    """Call all of these at the same moment; their results, or the errors that they raised."""
    barrier, outcomes = threading.Barrier(len(actions)), [None] * len(actions)

    def act(n):
        barrier.wait()
        try:
            outcomes[n] = actions[n]()
        except Exception as error:
            outcomes[n] = error

    threads = [threading.Thread(target=act, args=(n,)) for n in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
