"""The two data sets: what is in them, both sources of MovieLens, and everything that can fail.

No MovieLens row stands in this file. The small tables below are invented, in the official form.
"""

import contextlib
import errno
import http.server
import io
import os
import re
import socket
import ssl
import subprocess
import threading
import time
import urllib.error
import zipfile

import pandas as pd
import pytest

from course import datasets

# ---------------------------------------------------------------- small archives, invented

SMALL_RATINGS = "7\t2\t5\t880000300\n8\t1\t3\t880000100\n7\t3\t4\t880000200\n"


def flags(*names):
    return "|".join("1" if genre in names else "0" for genre in datasets.GENRES)


SMALL_ITEMS = "\n".join(
    [
        f"3|Café Söder (1987)|01-Jan-1988|||{flags('War', 'Drama')}",
        f'1|Lamp, The "Big" One (1990) |01-Jan-1990||http://x/?a|{flags("Comedy")}',
        f"2|unknown||||{flags('unknown')}",
        "4|Second Part (1995) (V)|01-Jan-1995|||" + flags("Animation", "Children's"),
        f"5|Nuit (La Longue) (1962)||||{flags('Film-Noir', 'Sci-Fi')}",
        "",
    ]
)
CANONICAL_RATINGS = (
    "user_id,item_id,rating,timestamp\n7,2,5,880000300\n8,1,3,880000100\n7,3,4,880000200\n"
)
CANONICAL_ITEMS = """\
item_id,title,year,genres
1,"Lamp, The ""Big"" One",1990,Comedy
2,unknown,,unknown
3,Café Söder,1987,Drama|War
4,Second Part,1995,Animation|Children's
5,Nuit (La Longue),1962,Film-Noir|Sci-Fi
"""
SMALL_WHEEL_ITEMS = """\
item_id:token\tmovie_title:token_seq\trelease_year:token\tclass:token_seq
3\tCafé Söder\t1987\tWar Drama
1\tLamp, The "Big" One\t1990\tComedy
2\tunkonwn\tunkonwn\tunknown
4\tSecond Part (1995)\tV\tAnimation Children's
5\tNuit (La Longue)\t1962\tSci-Fi Film-Noir
"""
CANONICAL = (CANONICAL_RATINGS.encode(), CANONICAL_ITEMS.encode())


def archive(**members):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in members.items():
            # A fixed date, so that the same members are the same bytes at any time.
            file.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def official_zip(ratings=SMALL_RATINGS, items=SMALL_ITEMS):
    return archive(
        **{"ml-100k/u.data": ratings, "ml-100k/u.item": items.encode("latin-1")},
    )


def wheel(ratings=SMALL_RATINGS, items=SMALL_WHEEL_ITEMS):
    folder = "recbole/dataset_example/ml-100k/ml-100k"
    header = "user_id:token\titem_id:token\trating:float\ttimestamp:float\n"
    return archive(**{f"{folder}.inter": header + ratings, f"{folder}.item": items})


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A world where "MovieLens" is the small tables, no source answers, and data is tmp_path."""
    monkeypatch.setenv("COURSE_DATA", str(tmp_path))
    monkeypatch.setattr(
        datasets,
        "ML_100K_SHA256",
        {
            "ratings.csv": datasets._sha256(CANONICAL[0]),
            "items.csv": datasets._sha256(CANONICAL[1]),
        },
    )
    monkeypatch.setattr(datasets, "ZIP_SHA256", datasets._sha256(official_zip()))

    def offline():
        raise datasets.SourceFailed("no network in this test")

    monkeypatch.setattr(datasets, "download_zip", offline)
    monkeypatch.setattr(datasets, "download_wheel", offline)
    return tmp_path


def online(monkeypatch, name="download_zip", content=None):
    """Let one source answer; returns the list that counts its calls."""
    calls = []
    content = official_zip() if content is None else content
    monkeypatch.setattr(datasets, name, lambda: calls.append(name) or content)
    return calls


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


BOTH = ["ml-100k/items.csv", "ml-100k/ratings.csv"]

# ---------------------------------------------------------------- the sample


@pytest.fixture(scope="module")
def made():
    return datasets.make_sample()


def test_the_sample_is_made_again_byte_for_byte(made):
    for name, content in zip(("ratings.csv", "items.csv"), made, strict=True):
        committed = (datasets.REPOSITORY / "data" / "sample" / name).read_bytes()
        assert content == committed, name
        assert datasets._sha256(content) == datasets.SAMPLE_SHA256[name]


def test_the_sample_has_the_promised_shape():
    ratings, items = datasets.load("sample")
    assert list(ratings.columns) == ["user_id", "item_id", "rating", "timestamp"]
    assert (ratings.dtypes == "int64").all()
    assert list(items.columns) == ["item_id", "title", "year", "genres"]
    assert len(ratings) == 10_085  # data/README.md says so
    assert set(ratings["user_id"]) == set(range(1, 201))
    assert list(items["item_id"]) == list(range(1, 301))
    assert set(ratings["item_id"]) <= set(items["item_id"])
    assert not ratings.duplicated(["user_id", "item_id"]).any()
    assert set(ratings["rating"]) == {1, 2, 3, 4, 5}
    assert items["title"].is_unique
    assert not items["title"].str.contains(r"\d").any()
    assert items["year"].between(1971, 2001).all()
    genres = items["genres"].str.split("|")
    assert genres.map(len).between(1, 3).all()
    assert set(genres.explode()) == set(datasets.SAMPLE_GENRES)
    assert len(datasets.SAMPLE_GENRES) == 8
    assert (ratings["timestamp"].max() - ratings["timestamp"].min()) <= 210 * 86400


def test_the_sample_shows_what_the_lessons_need():
    ratings, _ = datasets.load("sample")
    assert len(ratings) / (200 * 300) == pytest.approx(0.168, abs=0.001)
    assert (ratings["rating"] >= 4).mean() == pytest.approx(0.55, abs=0.01)
    per_item = ratings["item_id"].value_counts()
    assert per_item.head(60).sum() / len(ratings) == pytest.approx(0.43, abs=0.015)
    per_user = ratings["user_id"].value_counts()
    cold = per_user[per_user <= 7]
    assert len(cold) == 12
    assert cold.min() >= 3
    assert per_user.drop(cold.index).between(20, 150).all()

    times = ratings["timestamp"].sort_values()
    cut = times.iloc[int(0.8 * len(ratings))]
    first = ratings.groupby("item_id")["timestamp"].min()
    new = first.index[first >= cut]
    assert 15 <= len(new) <= 25
    assert ratings["item_id"].isin(new).sum() > 200
    # The cold users arrive late; the file is not sorted by time, and ids tell no popularity.
    start = ratings.groupby("user_id")["timestamp"].min()
    assert (start[cold.index] > cut).all()
    assert not ratings["timestamp"].is_monotonic_increasing
    by_id = per_item.sort_index()
    assert abs(by_id.rank().corr(pd.Series(by_id.index, by_id.index))) < 0.2


def test_items_released_later_are_not_rated_earlier(made):
    # Only the year is published, so this is the check that a reader could make, too.
    ratings, items = datasets._frames(*made)
    year = pd.to_datetime(ratings["timestamp"], unit="s").dt.year
    assert (ratings["item_id"].map(items.set_index("item_id")["year"]) <= year).all()


def test_a_changed_sample_is_made_anew_and_says_so(monkeypatch, tmp_path, capsys, made):
    monkeypatch.setattr(datasets, "sample_folder", lambda: tmp_path)
    monkeypatch.setattr(datasets, "make_sample", lambda: made)
    datasets.write_sample(tmp_path)
    assert datasets._sample_files() == made
    assert capsys.readouterr().out == ""
    windows = (tmp_path / "items.csv").read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "items.csv").write_bytes(windows)
    assert datasets._sample_files() == made
    assert "made anew" in capsys.readouterr().out


def test_main_writes_the_sample(monkeypatch, tmp_path, capsys, made):
    monkeypatch.setattr(datasets, "sample_folder", lambda: tmp_path / "new")
    assert datasets.main(["--sample"]) == 0
    assert (tmp_path / "new" / "ratings.csv").read_bytes() == made[0]
    assert files_below(tmp_path) == ["new/items.csv", "new/ratings.csv"]
    assert "10,085 ratings and 300 items" in capsys.readouterr().out


# ---------------------------------------------------------------- parsing


def test_the_official_form_with_all_its_traps():
    assert datasets.parse_zip(official_zip()) == CANONICAL


def test_the_package_form_with_all_its_traps():
    assert datasets.parse_wheel(wheel()) == CANONICAL


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"<html>please log in</html>",
        official_zip()[:-40],
        official_zip()[:60] + b"\0" * 40 + official_zip()[100:],
        archive(**{"ml-100k/u.data": SMALL_RATINGS}),
        official_zip(items="1|no flags (1990)\n"),
        official_zip(items=f"one|Title (1990)||||{flags('War')}\n"),
    ],
    ids=["empty", "a page", "cut short", "damaged", "no u.item", "no flags", "no id"],
)
def test_a_broken_zip_is_one_reason(content):
    with pytest.raises(datasets.SourceFailed):
        datasets.parse_zip(content)


@pytest.mark.parametrize(
    "content",
    [b"", wheel()[:-40], official_zip(), wheel(items="h\n1\tTitle\t1990\tPoetry\n")],
    ids=["empty", "cut short", "another archive", "another genre"],
)
def test_a_broken_package_is_one_reason(content):
    with pytest.raises(datasets.SourceFailed):
        datasets.parse_wheel(content)


def test_text_stays_text_and_only_the_year_may_be_missing():
    items = b"item_id,title,year,genres\n1,None,1990,Drama\n2,NA,,unknown\n3,007,1991,War\n"
    _, frame = datasets._frames(CANONICAL[0], items)
    assert list(frame["title"]) == ["None", "NA", "007"]
    assert frame["year"].isna().tolist() == [False, True, False]
    assert str(frame["year"].dtype) == "Int64"


# ---------------------------------------------------------------- the real MovieLens 100K


def test_movielens_is_what_the_books_say(ml100k):
    ratings, items = ml100k
    assert ratings.shape == (100_000, 4)
    assert (ratings.dtypes == "int64").all()
    assert (ratings["user_id"].nunique(), ratings["item_id"].nunique()) == (943, 1682)
    assert not ratings.duplicated(["user_id", "item_id"]).any()
    assert (ratings["rating"] >= 4).mean() == pytest.approx(0.554, abs=0.0005)
    assert list(items["item_id"]) == list(range(1, 1683))
    assert len(items[["title", "year"]].drop_duplicates()) == 1664
    assert items["title"].nunique() == 1659
    assert items.loc[items["year"].isna(), "item_id"].tolist() == [267]
    assert (items["title"] == items["title"].str.strip()).all()
    assert not items["title"].str.contains(r"\(\d{4}\)").any()
    assert set(items["genres"].str.split("|").explode()) == set(datasets.GENRES)


def test_a_complete_official_zip_leads_to_the_same_bytes(ml100k):
    """Write u.data and u.item anew from the tables, in the official form, and parse them."""
    ratings, items = ml100k
    u_data = ratings.to_csv(sep="\t", header=False, index=False, lineterminator="\n")
    lines = []
    for item in items.itertuples():
        title = "unknown" if item.item_id == 267 else f"{item.title} ({item.year})"
        title += {1412: " (V)", 1128: " ", 1201: " ", 1635: " "}.get(item.item_id, "")
        date = "" if item.item_id == 267 else "01-Jan-1995"
        genres = flags(*item.genres.split("|"))
        lines.append(f"{item.item_id}|{title}|{date}||http://us.imdb.com/|{genres}\n")
    files = datasets.parse_zip(official_zip(u_data, "".join(lines)))
    datasets._verify(files, datasets.ML_100K_SHA256)


def test_the_real_package_leads_to_the_same_bytes(real_wheel):
    assert datasets._sha256(real_wheel) == datasets.WHEEL_SHA256
    datasets._verify(datasets.parse_wheel(real_wheel), datasets.ML_100K_SHA256)


def test_showing_a_data_set_shows_no_rows(ml100k):
    assert repr(ml100k) == "Dataset(100,000 ratings, 1,682 items)"


def test_a_checked_load_is_fast(ml100k):
    start = time.process_time()
    datasets.load("ml-100k")
    assert time.process_time() - start < 1


# ---------------------------------------------------------------- fetching


def test_an_unknown_name_lists_the_names():
    with pytest.raises(ValueError, match="ml-100k, sample"):
        datasets.load("ml-1m")


@pytest.mark.parametrize(
    ("source", "content"), [("download_zip", official_zip()), ("download_wheel", wheel())]
)
def test_each_source_alone_is_enough(small, monkeypatch, capsys, source, content):
    online(monkeypatch, source, content)
    ratings, items = datasets.load("ml-100k")
    assert list(ratings["timestamp"]) == [880000300, 880000100, 880000200]  # source order
    assert list(items["item_id"]) == [1, 2, 3, 4, 5]
    assert files_below(small) == BOTH
    assert (small / "ml-100k" / "items.csv").read_bytes() == CANONICAL[1]
    said = capsys.readouterr()
    assert said.err == ""
    assert ("GroupLens did not work" in said.out) == (source == "download_wheel")


def test_grouplens_is_asked_first(small, monkeypatch):
    first, second = online(monkeypatch), online(monkeypatch, "download_wheel", wheel())
    datasets.load("ml-100k")
    assert (len(first), len(second)) == (1, 0)


def test_the_licence_is_shown_once(small, monkeypatch, capsys):
    calls = online(monkeypatch)
    datasets.load("ml-100k")
    source = "MovieLens 100K is here, from: GroupLens.\n"
    assert capsys.readouterr().out == source + datasets.LICENCE_NOTE + "\n"
    datasets.load("ml-100k")
    assert capsys.readouterr().out == ""
    assert len(calls) == 1
    assert "10.1145/2827872" in datasets.LICENCE_NOTE
    assert len(datasets.LICENCE_NOTE.splitlines()) <= 3


def test_a_zip_of_ones_own_comes_first(small, monkeypatch):
    calls = online(monkeypatch)
    (small / "ml-100k.zip").write_bytes(official_zip())
    assert len(datasets.load("ml-100k").ratings) == 3
    assert calls == []


def test_a_wrong_zip_of_ones_own_is_named_and_passed_over(small, monkeypatch, capsys):
    calls = online(monkeypatch)
    (small / "ml-100k.zip").write_bytes(official_zip()[:-1])
    datasets.load("ml-100k")
    assert len(calls) == 1
    assert "is not the official file" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content",
    [official_zip()[:-30], official_zip(SMALL_RATINGS.replace("5", "4", 1)), b""],
    ids=["truncated", "one rating altered", "empty"],
)
def test_a_corrupted_download_is_never_used(small, monkeypatch, capsys, content):
    # Even where the check of the zip itself is passed by: the canonical files are checked.
    online(monkeypatch, content=content)
    with pytest.raises(datasets.DataUnavailable):
        datasets.load("ml-100k")
    assert files_below(small) == []
    assert "GroupLens did not work" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["items.csv", "ratings.csv"])
def test_an_interrupted_write_leaves_nothing_to_use(small, monkeypatch, name):
    online(monkeypatch)
    real = os.replace

    def interrupted(source, target):
        if str(target).endswith(name):
            raise KeyboardInterrupt
        real(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        datasets.load("ml-100k")
    # Items go first, so ratings without their items cannot be; and no temporary file stays.
    assert files_below(small) == ([] if name == "items.csv" else BOTH[:1])

    monkeypatch.setattr(os, "replace", real)
    calls = online(monkeypatch)
    assert len(datasets.load("ml-100k").ratings) == 3
    assert len(calls) == 1


def test_a_temporary_file_of_a_killed_run_is_not_used(small, monkeypatch):
    calls = online(monkeypatch)
    (small / "ml-100k").mkdir()
    (small / "ml-100k" / ".ratings.csv.1-abcd.tmp").write_bytes(CANONICAL[0][:20])
    assert len(datasets.load("ml-100k").ratings) == 3
    assert len(calls) == 1


@pytest.mark.parametrize("name", ["items.csv", "ratings.csv"])
def test_a_damaged_copy_is_fetched_again_and_says_so(small, monkeypatch, capsys, name):
    calls = online(monkeypatch)
    datasets.load("ml-100k")
    capsys.readouterr()
    path = small / "ml-100k" / name
    path.write_bytes(path.read_bytes()[:-2] + b"9\n")
    assert len(datasets.load("ml-100k").ratings) == 3
    assert len(calls) == 2
    assert "is damaged" in capsys.readouterr().out
    assert (small / "ml-100k" / "ratings.csv").read_bytes() == CANONICAL[0]


def test_a_damaged_copy_is_refused_without_a_network(small, capsys):
    (small / "ml-100k").mkdir()
    (small / "ml-100k" / "items.csv").write_bytes(CANONICAL[1])
    (small / "ml-100k" / "ratings.csv").write_bytes(CANONICAL[0][:-2] + b"9\n")
    with pytest.raises(datasets.DataUnavailable):
        datasets.load("ml-100k")
    assert "is damaged" in capsys.readouterr().out


def test_a_folder_that_cannot_be_written_is_one_sentence(small, monkeypatch):
    online(monkeypatch)
    (small / "ml-100k").write_text("a file where the folder should be")
    with pytest.raises(datasets.DataUnavailable, match=r"cannot be saved in .*COURSE_DATA"):
        datasets.load("ml-100k")


def test_offline_is_one_sentence_and_exit_code_1(small, capsys):
    assert datasets.main([]) == 1
    said = capsys.readouterr()
    (sentence,) = said.err.splitlines()
    for part in ("`python -m course data`", f"ml-100k.zip in {small}", 'load("sample")'):
        assert part in sentence
    assert len(re.findall(r"\.(\s|$)", sentence)) == 1
    assert "Traceback" not in said.out + said.err
    assert len(datasets.load("sample").ratings) == 10_085


def test_a_notebook_shows_the_sentence_without_the_stack(small):
    with pytest.raises(datasets.DataUnavailable) as caught:
        datasets.load("ml-100k")
    (line,) = caught.value._render_traceback_()
    assert line.endswith(str(caught.value))


def test_main_says_what_landed_where(small, monkeypatch, capsys):
    online(monkeypatch)
    assert datasets.main([]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == f"ml-100k: 3 ratings and 5 items in {small / 'ml-100k'}"


def test_course_data_moves_movielens_and_not_the_sample(monkeypatch, tmp_path):
    monkeypatch.setenv("COURSE_DATA", str(tmp_path))
    assert datasets.data_folder() == tmp_path
    assert len(datasets.load("sample").ratings) == 10_085
    assert files_below(tmp_path) == []
    monkeypatch.setenv("COURSE_DATA", "")
    assert datasets.data_folder() == datasets.REPOSITORY / "data"


# ---------------------------------------------------------------- the connection


@contextlib.contextmanager
def server(*answers):
    """A web server on this machine: the n-th request gets the n-th answer, then the last again.

    An answer is a function of the request handler. Yields the address and the list of requests.
    """
    requests = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            requests.append(self.path)
            answers[min(len(requests), len(answers)) - 1](self)

        def log_message(self, *args):
            pass

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    running.block_on_close = False
    threading.Thread(target=running.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{running.server_port}/ml-100k.zip", requests
    finally:
        running.shutdown()
        running.server_close()


def send(content, length=None, status=200):
    def answer(handler):
        handler.send_response(status)
        handler.send_header("Content-Length", str(len(content) if length is None else length))
        handler.end_headers()
        with contextlib.suppress(OSError):
            handler.wfile.write(content)

    return answer


def silence(handler):
    time.sleep(1)


def stall(handler):
    """Send the first half, and then nothing more."""
    send(official_zip()[:200], length=len(official_zip()))(handler)
    handler.wfile.flush()
    time.sleep(1)


@pytest.fixture
def quick(monkeypatch):
    """The real download, of the small zip, with short waits."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(datasets, "ZIP_SHA256", datasets._sha256(official_zip()))
    monkeypatch.setattr(datasets, "WAITS", (0, 0.01, 0.01))
    monkeypatch.setattr(datasets, "TIMEOUT", 0.2)

    def download(url):
        monkeypatch.setattr(datasets, "ZIP_URL", url)
        return datasets.download_zip()

    return download


def test_the_time_limits_are_the_promised_ones():
    assert datasets.TIMEOUT == 20
    assert len(datasets.WAITS) == 3
    assert sum(datasets.WAITS) < 10


def test_a_download_that_works(quick):
    with server(send(official_zip())) as (url, requests):
        assert quick(url) == official_zip()
        assert len(requests) == 1


@pytest.mark.parametrize(
    "trouble",
    [
        send(b"busy", status=503),
        send(official_zip()[:200], length=len(official_zip())),
        send(b"<html>please log in</html>"),
        silence,
        stall,
    ],
    ids=["busy", "short read", "a page instead", "time-out", "time-out half way"],
)
def test_trouble_is_tried_again(quick, trouble):
    with server(trouble, trouble, send(official_zip())) as (url, requests):
        assert quick(url) == official_zip()
        assert len(requests) == 3


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        (send(b"busy", status=503), "answered 503"),
        (send(official_zip()[:200], length=len(official_zip())), "SHA-256 differs|incomplete"),
        (silence, "no answer within"),
    ],
    ids=["busy", "short read", "time-out"],
)
def test_after_three_tries_the_reason_is_given(quick, trouble, reason):
    with server(trouble) as (url, requests):
        with pytest.raises(datasets.SourceFailed, match=reason):
            quick(url)
        assert len(requests) == 3


def test_a_page_that_is_not_there_is_not_asked_for_again(quick):
    with server(send(b"gone", status=404)) as (url, requests):
        with pytest.raises(datasets.SourceFailed, match="answered 404"):
            quick(url)
        assert len(requests) == 1


def test_an_endless_answer_is_cut_off(quick, monkeypatch):
    monkeypatch.setattr(datasets, "ZIP_LARGEST", 1 << 17)
    monkeypatch.setattr(datasets, "WAITS", (0,))
    endless = server(send(b"\0" * (1 << 22)))
    with endless as (url, _), pytest.raises(datasets.SourceFailed) as caught:
        quick(url)
    received = int(re.search(r"([\d,]+) bytes", str(caught.value))[1].replace(",", ""))
    assert received <= (1 << 17) + (1 << 16)


def test_an_unknown_host_is_given_up_at_once(quick, monkeypatch):
    tries = []

    def no_such_host(*args, **kwargs):
        tries.append(args)
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", no_such_host)
    with pytest.raises(datasets.SourceFailed, match="address was not found"):
        quick("http://host.invalid/ml-100k.zip")
    assert len(tries) == 1


def test_a_refused_connection_is_tried_three_times(quick):
    with server(silence) as (url, _):
        pass  # closed again, so nobody listens there now
    with pytest.raises(datasets.SourceFailed, match="(?i)refused"):
        quick(url)


# ---------------------------------------------------------------- pip


def pip_that(monkeypatch, act):
    def run(command, **options):
        assert options["timeout"] == datasets.PIP_TIME_LIMIT
        wanted = command[command.index("-r") + 1]
        folder = command[command.index("-d") + 1]
        return act(command, open(wanted, encoding="utf-8").read(), folder)

    monkeypatch.setattr(subprocess, "run", run)


def test_pip_fetches_one_file_with_its_hash_and_installs_nothing(monkeypatch):
    def act(command, wanted, folder):
        assert command[1:4] == ["-m", "pip", "download"]
        assert {"--no-deps", "--only-binary=:all:", "--require-hashes"} <= set(command)
        assert wanted == f"recbole==1.2.1 --hash=sha256:{datasets.WHEEL_SHA256}\n"
        with open(os.path.join(folder, "recbole.whl"), "wb") as file:
            file.write(wheel())
        return subprocess.CompletedProcess(command, 0, "", "")

    pip_that(monkeypatch, act)
    assert datasets.download_wheel() == wheel()


def test_pip_that_fails_or_hangs_or_is_missing_is_one_reason(monkeypatch):
    def fails(command, wanted, folder):
        return subprocess.CompletedProcess(command, 1, "", "noise\nERROR: hashes do not match.\n")

    def hangs(command, wanted, folder):
        raise subprocess.TimeoutExpired(command, 180)

    def missing(command, wanted, folder):
        raise FileNotFoundError(2, "No such file")

    def leaves_nothing(command, wanted, folder):
        return subprocess.CompletedProcess(command, 0, "", "")

    for act, reason in (
        (fails, r"\(ERROR: hashes do not match\)"),
        (hangs, "did not finish within 180 seconds"),
        (missing, "did not start"),
        (leaves_nothing, "gave no reason"),
    ):
        pip_that(monkeypatch, act)
        with pytest.raises(datasets.SourceFailed, match=reason):
            datasets.download_wheel()


def test_which_errors_are_final():
    certificate = ssl.SSLCertVerificationError("self-signed")
    assert datasets._is_final(urllib.error.URLError(certificate))
    assert datasets._is_final(urllib.error.URLError(OSError(errno.ENETUNREACH, "no net")))
    assert not datasets._is_final(urllib.error.URLError(TimeoutError()))
    assert not datasets._is_final(ConnectionResetError())
