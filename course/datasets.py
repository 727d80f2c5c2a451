"""The two data sets of the course: MovieLens 100K, downloaded, and a small sample that ships.

>>> from course import datasets
>>> ratings, items = datasets.load("ml-100k")     # downloads once, then reads the data folder
>>> ratings, items = datasets.load("sample")      # always there, no network

MovieLens 100K may not be redistributed, so this project only fetches it. Two sources carry
the same data: the official zip of GroupLens, and a package file on the Python package index.
Both are turned into the same two CSV files, byte for byte, and nothing is put in place, or
read, before its SHA-256 has been checked. What is known of the users besides their ratings
(age, sex, occupation, zip code) is left out on purpose.

Source: F. M. Harper and J. A. Konstan (2015), The MovieLens Datasets: History and Context,
ACM Transactions on Interactive Intelligent Systems 5(4):19, doi 10.1145/2827872.
"""

import argparse
import csv
import datetime
import errno
import hashlib
import http.client
import io
import os
import re
import secrets
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zipfile
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

REPOSITORY = Path(__file__).resolve().parent.parent
NAMES = ("ml-100k", "sample")

# SHA-256 of the canonical files. They decide what is used; where a byte came from does not.
ML_100K_SHA256 = {
    "ratings.csv": "010fac14271cf92527353173e77ddb19b9168a476d99c55c2f4bd55d93d4c205",
    "items.csv": "1d80965954f04aa72bb06eb4db5f5ebd451f32b5d83dadcf176da679a0ff112f",
}
SAMPLE_SHA256 = {
    "ratings.csv": "b10f2ec2a0a885d0e8a195b2c73319261fe8c5ba6c4e17aebb104451453f3b51",
    "items.csv": "c3e3b42ef71fc61c55cc30df7689c3af489f7353d605cfbff49463a7ec8aab5a",
}

ZIP_URL = "https://files.grouplens.org/datasets/movielens/ml-100k.zip"
ZIP_SHA256 = "50d2a982c66986937beb9ffb3aa76efe955bf3d5c6b761f4e3a7cd717c6a3229"
ZIP_LARGEST = 20_000_000  # bytes; the zip has 4,924,029, so anything this long is something else
WHEEL = "recbole==1.2.1"
WHEEL_SHA256 = "9c9948202011f37eb0a7c6768129313f00d6403ad221ec940d5e2d5d5f33a407"

TIMEOUT = 20  # seconds without an answer, for connecting and for each read
WAITS = (0, 1, 3)  # seconds before each try
PIP_TIME_LIMIT = 180  # seconds for the whole of pip

# In the order of the official u.genre file.
GENRES = (
    "unknown", "Action", "Adventure", "Animation", "Children's", "Comedy", "Crime",
    "Documentary", "Drama", "Fantasy", "Film-Noir", "Horror", "Musical", "Mystery", "Romance",
    "Sci-Fi", "Thriller", "War", "Western",
)  # fmt: skip

LICENCE_NOTE = """\
MovieLens 100K is for research use: no redistribution without permission, no commercial use.
Please cite Harper & Konstan (2015), ACM TiiS 5(4):19, doi 10.1145/2827872.
The full terms are in data/README.md."""


class Dataset(NamedTuple):
    """What `load` returns: two DataFrames."""

    ratings: pd.DataFrame
    items: pd.DataFrame

    def __repr__(self):
        """The sizes only: rows of MovieLens do not belong in a saved output."""
        return f"Dataset({len(self.ratings):,} ratings, {len(self.items):,} items)"


class DataUnavailable(OSError):
    """MovieLens 100K is not here and cannot be had. Its message is one sentence."""

    def _render_traceback_(self):
        """In a notebook, show the sentence only: the stack would help nobody."""
        return [f"DataUnavailable: {self}"]


class SourceFailed(Exception):
    """One source gave nothing usable; the next one is tried. The message is a reason."""


def load(name):
    """Return the data set `name`, "ml-100k" or "sample", as `Dataset(ratings, items)`.

    ratings: one row a rating, columns user_id, item_id, rating (1 to 5) and timestamp (seconds
        since 1970, UTC), all int64. The rows keep the order of the source, which is random:
        it is the one unbiased way to order ratings of the same second.
    items: one row an item, sorted by item_id. item_id (int64), title (text without the year),
        year (nullable Int64: item 267 of MovieLens has none, so it is <NA>) and genres (text,
        joined by "|"). Key on item_id only: the 1,682 films of
        MovieLens have 1,664 pairs of title and year, and 1,659 titles.

    MovieLens is downloaded the first time, to `data_folder()`, and checked at every load.
    Raises ValueError for another name, DataUnavailable where MovieLens cannot be had.
    """
    if name not in NAMES:
        raise ValueError(f"There is no data set {name!r}; choose one of {', '.join(NAMES)}.")
    files = _sample_files() if name == "sample" else _ml_100k_files()
    return Dataset(*_frames(*files))


def data_folder():
    """The folder that holds `ml-100k/`: COURSE_DATA where it is set, else data/ of the project."""
    moved = os.environ.get("COURSE_DATA")
    return Path(moved).expanduser() if moved else REPOSITORY / "data"


def is_here():
    """True when a good copy of MovieLens 100K is in `data_folder()`, so nothing is fetched."""
    return _read(data_folder() / "ml-100k", ML_100K_SHA256) is not None


def sample_folder():
    """The folder of the sample. It ships with the project, so COURSE_DATA does not move it."""
    return REPOSITORY / "data" / "sample"


def fetch():
    """Fetch MovieLens 100K into `data_folder()/ml-100k`, and return that folder.

    Tries a `ml-100k.zip` that lies in the data folder, then GroupLens, then the package file.
    Says what it does, and prints the licence note. Raises DataUnavailable.
    """
    folder = data_folder() / "ml-100k"
    sources = (
        ("The zip in the data folder", _from_own_zip),
        ("GroupLens", _from_grouplens),
        ("The package file", _from_wheel),
    )
    for label, source in sources:
        try:
            files = source()
            if files is None:  # no zip of one's own, which is no reason for words
                continue
            _verify(files, ML_100K_SHA256)
        except SourceFailed as reason:
            print(f"{label} did not work: {reason}. Going on with the next source.")
            continue
        try:
            _put(folder, files)
        except OSError as error:
            raise DataUnavailable(
                f"MovieLens 100K was fetched but cannot be saved in {folder} "
                f"({error.strerror or error}): set COURSE_DATA to a folder you may write to, "
                'or use load("sample"), which needs no network.'
            ) from error
        print(f"MovieLens 100K is here, from: {label}.")
        print(LICENCE_NOTE)
        return folder
    raise DataUnavailable(
        "There is no good copy of MovieLens 100K here and none could be fetched: "
        "run `python -m course data` with "
        f"a network, or put ml-100k.zip in {data_folder()}, or use "
        'load("sample"), which needs no network.'
    )


def main(argv=None):
    """`python -m course data [--sample]`. Returns the exit code: 0, or 1 after one sentence."""
    parser = argparse.ArgumentParser(
        prog="python -m course data", description="Fetch MovieLens 100K into the data folder."
    )
    parser.add_argument(
        "--sample", action="store_true", help="write the sample again from its generator instead"
    )
    name = "sample" if parser.parse_args(argv).sample else "ml-100k"
    try:
        if name == "sample":
            folder = write_sample(sample_folder())
        else:
            folder = data_folder() / name
        ratings, items = load(name)
    except OSError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{name}: {len(ratings):,} ratings and {len(items):,} items in {folder}")
    return 0


# ---------------------------------------------------------------- reading what is in place


def _ml_100k_files():
    """The two verified files as bytes, from the data folder or else fetched."""
    folder = data_folder() / "ml-100k"
    files = _read(folder, ML_100K_SHA256)
    if files is not None:
        return files
    if (folder / "ratings.csv").exists():
        print(f"The copy in {folder} is damaged (a SHA-256 differs), so it is fetched again.")
    files = _read(fetch(), ML_100K_SHA256)
    if files is None:  # only if something else writes there at this very moment
        raise DataUnavailable(
            f"The files in {folder} changed while they were read: run `python -m course data` "
            'again, or use load("sample"), which needs no network.'
        )
    return files


def _sample_files():
    """The committed sample; where that was changed (line ends, say), the same bytes made anew."""
    folder = sample_folder()
    files = _read(folder, SAMPLE_SHA256)
    if files is None:
        if (folder / "ratings.csv").exists():
            print(f"The sample in {folder} was changed, so it is made anew for this run.")
        files = make_sample()
    return files


def _read(folder, sha256):
    """(ratings, items) as bytes, or None unless both have the right SHA-256."""
    try:
        files = (folder / "ratings.csv").read_bytes(), (folder / "items.csv").read_bytes()
        _verify(files, sha256)
    except (OSError, SourceFailed):
        return None
    return files


def _frames(ratings, items):
    """Canonical bytes -> two DataFrames. A title such as "None" stays text."""
    return (
        pd.read_csv(io.BytesIO(ratings), dtype=np.int64),
        pd.read_csv(
            io.BytesIO(items),
            dtype={"item_id": np.int64, "title": str, "year": "Int64", "genres": str},
            keep_default_na=False,
            na_values={"year": [""]},
        ),
    )


def _verify(files, sha256):
    """Raise SourceFailed unless (ratings, items) are the bytes that the SHA-256 stand for."""
    for name, content in zip(("ratings.csv", "items.csv"), files, strict=True):
        if _sha256(content) != sha256[name]:
            raise SourceFailed(f"its {name} is not the expected one (SHA-256 differs)")


def _sha256(content):
    return hashlib.sha256(content).hexdigest()


def _put(folder, files):
    """Write (ratings, items). Ratings go last, so that a pair with both names is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    ratings, items = files
    _replace(folder / "items.csv", items)
    _replace(folder / "ratings.csv", ratings)


def _replace(path, content):
    """Write a file under a name of its own first: nobody ever sees half of it."""
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        part.write_bytes(content)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


# ---------------------------------------------------------------- the three sources


def _from_own_zip():
    """From `<data folder>/ml-100k.zip`, for someone who got it another way; None without it."""
    path = data_folder() / "ml-100k.zip"
    if not path.exists():
        return None
    try:
        content = path.read_bytes()
    except OSError as error:
        raise SourceFailed(f"{path} cannot be read ({error.strerror})") from error
    if _sha256(content) != ZIP_SHA256:
        raise SourceFailed(f"{path} is not the official file (its SHA-256 differs)")
    return parse_zip(content)


def _from_grouplens():
    return parse_zip(download_zip())


def _from_wheel():
    return parse_wheel(download_wheel())


def download_zip():
    """The official zip as bytes, its SHA-256 checked. Raises SourceFailed with the reason.

    A slow or broken connection is tried again; one that cannot come good (no such host, no
    network, page not found) is not, so that the next source has its turn at once.
    """
    for wait in WAITS:
        time.sleep(wait)
        try:
            content = _get(ZIP_URL)
        except (OSError, http.client.HTTPException) as error:
            reason = _reason(error)
            if _is_final(error):
                break
        else:
            if _sha256(content) == ZIP_SHA256:
                return content
            reason = f"what came is not the official zip ({len(content):,} bytes, SHA-256 differs)"
    raise SourceFailed(reason)


def _get(url):
    """The bytes behind `url`, with a progress bar where there is a terminal to show it."""
    # Standard error, and no notebook display: a bar must not end up in a saved output.
    console = Console(stderr=True, force_jupyter=False)
    progress = Progress(
        TextColumn("MovieLens 100K from GroupLens"),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    request = urllib.request.Request(url, headers={"User-Agent": "recommender-course"})
    with urllib.request.urlopen(request, timeout=TIMEOUT) as response, progress:
        task = progress.add_task("", total=response.length)  # None where the server does not say
        content = bytearray()
        while block := response.read(1 << 16):
            content += block
            progress.update(task, completed=len(content))
            if len(content) > ZIP_LARGEST:
                break  # the SHA-256 will refuse it; no need to fill the memory first
        return bytes(content)


def _is_final(error):
    """Whether another try cannot help."""
    if isinstance(error, urllib.error.HTTPError):
        return error.code < 500 and error.code not in (408, 429)
    cause = getattr(error, "reason", error)
    return isinstance(cause, (socket.gaierror, ssl.SSLCertVerificationError)) or (
        getattr(cause, "errno", None) in (errno.ENETUNREACH, errno.EHOSTUNREACH)
    )


def _reason(error):
    cause = getattr(error, "reason", error)
    if isinstance(error, urllib.error.HTTPError):
        return f"the server answered {error.code} {error.reason}"
    if isinstance(cause, socket.gaierror):
        return "its address was not found (no network?)"
    if isinstance(cause, TimeoutError):
        return f"no answer within {TIMEOUT} seconds"
    return " ".join(str(cause).split()) or type(cause).__name__


def download_wheel():
    """The package file that carries the same data, as bytes. Raises SourceFailed.

    pip fetches it as a file, checks its SHA-256, and never installs it: we want two tables,
    not the deep learning library around them.
    """
    with tempfile.TemporaryDirectory() as folder:
        wanted = Path(folder, "wanted.txt")
        wanted.write_text(f"{WHEEL} --hash=sha256:{WHEEL_SHA256}\n", encoding="utf-8")
        command = [
            sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:",
            "--require-hashes", "-r", str(wanted), "-d", folder,
            "--quiet", "--no-input", "--disable-pip-version-check", "--retries", "1",
        ]  # fmt: skip
        console = Console(stderr=True, force_jupyter=False)
        try:
            with console.status("MovieLens 100K from the package file"):
                done = subprocess.run(
                    command,
                    capture_output=True,
                    text=True,
                    errors="replace",
                    stdin=subprocess.DEVNULL,
                    timeout=PIP_TIME_LIMIT,
                    check=False,
                )
        except subprocess.TimeoutExpired:
            raise SourceFailed(f"pip did not finish within {PIP_TIME_LIMIT} seconds") from None
        except OSError as error:
            raise SourceFailed(f"pip did not start ({error.strerror})") from error
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or len(wheels) != 1:
            last = (done.stderr.strip().splitlines() or ["it gave no reason"])[-1].strip()
            raise SourceFailed(f"pip could not download it ({last[:200].rstrip('.')})")
        return wheels[0].read_bytes()


# ---------------------------------------------------------------- from a source to the two files


def parse_zip(content):
    """The official zip (bytes) -> (ratings.csv, items.csv) as canonical bytes.

    u.data has four columns and tabs; u.item is Latin-1, with "|" between title with year,
    three columns that we leave, and 19 genre flags. Raises SourceFailed for anything else.
    """
    data, item = _members(content, "ml-100k/u.data", "ml-100k/u.item")
    try:
        rows = []
        for line in item.decode("latin-1").splitlines():
            item_id, title, _date, _video_date, _url, *flags = line.split("|")
            names = [g for g, flag in zip(GENRES, flags, strict=True) if flag == "1"]
            rows.append((int(item_id), *_title_and_year(title), names))
    except ValueError as error:
        raise SourceFailed("its u.item does not have the official form") from error
    return _ratings_csv(data), _items_csv(rows)


def parse_wheel(content):
    """The package file (bytes) -> (ratings.csv, items.csv), the same bytes as from the zip.

    Its tables are u.data and u.item with a header line, in UTF-8 and with tabs; the title is
    already parted from what stands in the last brackets. Raises SourceFailed.
    """
    folder = "recbole/dataset_example/ml-100k/"
    data, item = _members(content, folder + "ml-100k.inter", folder + "ml-100k.item")
    try:
        rows = []
        for line in item.decode("utf-8").splitlines()[1:]:
            item_id, title, year, genres = line.split("\t")
            # Put together again, so that one rule serves both: item 1412 has the year in the
            # title and "V" as its year, and item 267 is called "unkonwn" twice.
            full = "unknown" if title == year == "unkonwn" else f"{title} ({year})"
            names = sorted(genres.split(), key=GENRES.index)
            rows.append((int(item_id), *_title_and_year(full), names))
    except ValueError as error:
        raise SourceFailed("its item table does not have the known form") from error
    _header, _, data = data.partition(b"\n")
    return _ratings_csv(data), _items_csv(rows)


def _members(content, *names):
    """The named files of a zip. Whatever can be wrong with a zip is one reason to us."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return [archive.read(name) for name in names]
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, OSError, EOFError,
            ValueError, zlib.error) as error:  # fmt: skip
        raise SourceFailed("the file is broken or not the expected archive") from error


def _title_and_year(text):
    """From "Toy Story (1995)" to ("Toy Story", "1995"), without a "(V)" (video) at the end."""
    found = re.fullmatch(r"(.*?) \((\d{4})\)(?: \(V\))?\s*", text)
    return (found[1].strip(), found[2]) if found else (text.strip(), "")


def _ratings_csv(data):
    """Four columns with tabs -> CSV, rows in the same order."""
    return b"user_id,item_id,rating,timestamp\n" + data.replace(b"\t", b",")


def _items_csv(rows):
    """(item_id, title, year, genre names) a row -> CSV, sorted by id."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["item_id", "title", "year", "genres"])
    for item_id, title, year, names in sorted(rows):
        table.writerow([item_id, title, year, "|".join(names)])
    return text.getvalue().encode("utf-8")


# ---------------------------------------------------------------- the sample

SAMPLE_USERS, SAMPLE_ITEMS, SAMPLE_COLD_USERS = 200, 300, 12
SAMPLE_DAYS = 210  # length of the made-up window
SAMPLE_START = datetime.date(2001, 1, 1)  # its first day, as made up as the rest
SAMPLE_GENRES = (
    "Adventure", "Comedy", "Drama", "Fantasy", "Horror", "Mystery", "Romance", "Sci-Fi",
)  # fmt: skip
TITLE_FIRST = (
    "Amber", "Bitter", "Broken", "Copper", "Crooked", "Distant", "Foolish", "Frozen", "Gentle",
    "Glass", "Hollow", "Hungry", "Iron", "Lonely", "Northern", "Painted", "Paper", "Patient",
    "Restless", "Salty", "Scarlet", "Secret", "Sleepless", "Stolen", "Velvet", "Winter",
)  # fmt: skip
TITLE_SECOND = (
    "Accordion", "Almanac", "Bakery", "Cartographer", "Compass", "Ferry", "Gardener",
    "Harbour", "Kite", "Ladder", "Lantern", "Lighthouse", "Orchard", "Parrot", "Postman",
    "Quarry", "Ribbon", "Staircase", "Suitcase", "Teapot", "Telescope", "Tram", "Violin", "Weaver",
)  # fmt: skip
TITLE_FORMS = ("The {} {}", "{} {}", "My {} {}", "Beyond the {} {}")


def make_sample():
    """Make the sample: (ratings.csv, items.csv) as bytes, the same bytes every time.

    200 made-up users rate 300 made-up items in a made-up window of 210 days: about 10,000
    ratings in the MovieLens format. People have two tastes and move from one to the other,
    popular items are seen more, new items are in fashion, and 12 users arrive late and rate
    3 to 7 items. So the lessons' effects show in it; it is too small to prove them.

    All chance comes from numpy's RandomState, whose streams are frozen for good.
    """
    rs = np.random.RandomState(20240501)
    items = _sample_items(rs)
    rows = []
    for user in range(SAMPLE_USERS):
        # The cold users stand last only here: their ids are dealt out below.
        rows += _sample_history(rs, user, items, cold=user >= SAMPLE_USERS - SAMPLE_COLD_USERS)
    # An id must tell nothing about its user; file order must not be time order, just as in
    # MovieLens, so that code which forgets to sort is found out.
    public_id = rs.permutation(SAMPLE_USERS) + 1
    rows = [rows[i] for i in rs.permutation(len(rows))]
    ratings = "user_id,item_id,rating,timestamp\n" + "".join(
        f"{public_id[user]},{item + 1},{rating},{moment}\n" for user, item, rating, moment in rows
    )
    return ratings.encode("utf-8"), _items_csv(items["rows"])


def write_sample(folder):
    """Write the sample's two files to `folder`, and return the folder as a Path."""
    _put(Path(folder), make_sample())
    return Path(folder)


def _sample_items(rs):
    """Everything about the items: arrays of length 300, and the rows of items.csv."""
    n = SAMPLE_ITEMS
    has_genre = np.zeros((n, len(SAMPLE_GENRES)))
    for item in range(n):
        how_many = int(np.searchsorted([0.45, 0.85], rs.random_sample())) + 1  # 1, 2 or 3
        has_genre[item, rs.permutation(len(SAMPLE_GENRES))[:how_many]] = 1
    quality = rs.normal(0, 0.7, n)
    exposure = 1 / (rs.permutation(n) + 1) ** 0.85  # by a random rank: ids tell no popularity
    # A quarter appears inside the window, the others in the 30 years before it (in days).
    inside = rs.permutation(n) < n // 4
    day = np.where(inside, rs.uniform(0, SAMPLE_DAYS, n), rs.uniform(-30 * 365.25, 0, n))
    hidden = rs.normal(0, 1, (n, 4))
    years = [str((SAMPLE_START + datetime.timedelta(days=int(d // 1))).year) for d in day]
    names = [[g for g, has in zip(SAMPLE_GENRES, flags, strict=True) if has] for flags in has_genre]
    rows = list(zip(range(1, n + 1), _sample_titles(rs, n), years, names, strict=True))
    return {
        "rows": rows, "has_genre": has_genre, "quality": quality, "exposure": exposure,
        "day": day, "hidden": hidden,
    }  # fmt: skip


def _sample_titles(rs, n):
    """`n` distinct titles: every pair of words is used once at most."""
    pairs = rs.permutation(len(TITLE_FIRST) * len(TITLE_SECOND))[:n]
    forms = np.searchsorted([0.45, 0.8, 0.9], rs.random_sample(n))
    return [
        TITLE_FORMS[form].format(
            TITLE_FIRST[pair // len(TITLE_SECOND)], TITLE_SECOND[pair % len(TITLE_SECOND)]
        )
        for pair, form in zip(pairs, forms, strict=True)
    ]


def _sample_history(rs, user, items, cold):
    """One user's ratings: a list of (user, item, rating, moment in seconds since 1970)."""
    early, late = (_sample_taste(rs) for _ in range(2))
    like = items["hidden"] @ rs.normal(0, 1, 4)
    bias = rs.normal(0, 0.35)
    follows = rs.uniform(0.4, 1.5)
    if cold:
        length = 3 + int(rs.random_sample() * 5)
        start = rs.uniform(0.8, 0.97) * SAMPLE_DAYS
    else:
        length = int(np.clip(rs.lognormal(np.log(45), 0.55), 20, 150))
        start = rs.uniform(0, 0.75 * SAMPLE_DAYS)
    span = min(rs.uniform(10, SAMPLE_DAYS), SAMPLE_DAYS - start)
    times = np.sort(rs.uniform(start, start + span, length))

    seen = np.zeros(SAMPLE_ITEMS, dtype=bool)
    midnight = datetime.datetime.combine(SAMPLE_START, datetime.time(), datetime.UTC)
    rows = []
    for moment in times:
        late_share = 1 / (1 + np.exp(-6 * ((moment - start) / span - 0.5)))
        taste = items["has_genre"] @ ((1 - late_share) * early + late_share * late)
        age = moment - items["day"]
        fresh = 1 + 6 * np.exp(-np.maximum(age, 0) / 25)
        wish = items["exposure"] ** follows * fresh * np.exp(3.2 * taste + 0.55 * like)
        wish = wish * (age >= 0) * ~seen
        ladder = np.cumsum(wish)
        item = int(np.searchsorted(ladder, rs.random_sample() * ladder[-1], side="right"))
        seen[item] = True
        opinion = (
            3.85 + bias + 0.55 * items["quality"][item] + 1.3 * (taste[item] - 0.25)
            + 0.22 * like[item] + rs.normal(0, 0.75)
        )  # fmt: skip
        rating = int(np.clip(np.floor(opinion), 1, 5))
        rows.append((user, item, rating, int(midnight.timestamp() + moment * 86400)))
    return rows


def _sample_taste(rs):
    """How much a user cares for each genre, adding up to 1: a few genres have most of it."""
    share = rs.gamma(0.35, size=len(SAMPLE_GENRES))
    return share / share.sum()
