"""What can become of a cell, and how it is told."""

TOO_LONG = "TookTooLong"
DIED = "KernelDied"
GREEDY = "UsedTooMuch"

SENTENCES = {
    TOO_LONG: "took longer than {:g} s: is there a loop that never ends?",
    DIED: "ended the Python process, so what it computed is lost",
    GREEDY: "used more memory or disk than a notebook may, and was stopped",
}


class Lost(Exception):
    """The kernel is gone or does not listen; `.fate` says how."""

    def __init__(self, fate):
        super().__init__(fate)
        self.fate = fate
