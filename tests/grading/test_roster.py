"""Who is in a class, and when they handed in, however the files were written."""

from datetime import datetime

import pytest

from course.grading.roster import BadRoster, learners, timestamp

A = "04-ndcg"


def submitted(folder, *names):
    for name in names:
        (folder / "submitted" / name / A).mkdir(parents=True)


def test_odd_ids_are_learners_and_hidden_folders_and_files_are_not(tmp_path):
    odd = ["[2]", "=1+1", "a'b", "-dash", "two words", "J.R.", "Zoë", "学生", "*", "100%"]
    submitted(tmp_path, *odd, ".git", ".ipynb_checkpoints")
    (tmp_path / "submitted" / "readme.txt").write_text("a file")
    (tmp_path / "submitted" / "omar" / "03-other").mkdir(parents=True)
    assert learners(tmp_path, A) == sorted(odd)


def test_links_get_a_row(tmp_path):
    submitted(tmp_path, "ines")
    place = tmp_path / "submitted"
    (place / "omar").mkdir()
    (place / "omar" / A).symlink_to(place / "ines" / A)
    (place / "lea").mkdir()
    (place / "lea" / A).symlink_to("nowhere")
    (place / "max").symlink_to(place / "ines")
    (place / "eva").symlink_to("nowhere")
    (tmp_path / "readme.txt").write_text("a file")
    (place / "readme").symlink_to(tmp_path / "readme.txt")
    assert learners(tmp_path, A) == ["eva", "ines", "lea", "max", "omar"]


@pytest.mark.parametrize("text", [
    "id,name\nines,I\nomar,O\n",
    "name;Student ID\nI;ines\nO;omar\n",
    "student_id\tname\r\nines\tI\r\n\r\nomar\tO\r\n",
    "sep=;\nSTUDENT_ID;name\nines;I\nomar;O",
    '\n\n"id","name"\n"ines","I, the first"\n , \nomar,O\nines,again\n',
    "name,id,student_id\nI,ines,1\nO,omar,2\nshort\n",
])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_forms_of_a_roster(tmp_path, text, encoding):
    (tmp_path / "students.csv").write_bytes(text.encode(encoding))
    assert learners(tmp_path, A) == ["ines", "omar"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "latin-1"])
def test_a_name_spelt_in_two_ways_is_one_learner(tmp_path, encoding):
    submitted(tmp_path, "Zoe\u0308")
    (tmp_path / "students.csv").write_bytes("id\nZo\xeb\n001\n".encode(encoding))
    assert learners(tmp_path, A) == ["001", "Zoe\u0308"]


@pytest.mark.parametrize("text, names", [("", []), ("id\n", []), ("\n\n", [])])
def test_an_empty_roster(tmp_path, text, names):
    (tmp_path / "students.csv").write_text(text)
    assert learners(tmp_path, A) == names


@pytest.mark.parametrize("text, says", [
    ("name;mail\nInes;i\n", "no column id or student_id; its first line holds name, mail"),
    ("id\n../ines\n", "cannot be the name of a folder"),
    ("id\n..\n", "cannot be the name of a folder"),
])
def test_a_bad_roster_says_what_is_wrong(tmp_path, text, says):
    (tmp_path / "students.csv").write_text(text)
    with pytest.raises(BadRoster, match=says.replace(".", r"\.")):
        learners(tmp_path, A)


@pytest.mark.parametrize("text, hour", [
    ("2026-11-30 10:00:00.000000 UTC", 10),
    ("2026-11-30 10:00:00 UTC\n", 10),
    ("2026-11-30T10:00:00", 10),
    ("2026-11-30T10:00:00Z", 10),
    ("2026-11-30 10:00:00.5+02:00", 8),
    ("2026-11-30T10:00:00-0500", 15),
    ("2026-11-30 10:00:00.000000 Europe/Berlin", 9),
    ("2026-11-30", 0),
])
def test_times_that_are_understood(tmp_path, text, hour):
    (tmp_path / "timestamp.txt").write_text(text)
    time, note = timestamp(tmp_path)
    assert note is None and time.replace(microsecond=0) == datetime(2026, 11, 30, hour)


def test_an_unknown_zone_counts_as_utc_with_a_note(tmp_path):
    (tmp_path / "timestamp.txt").write_text("2026-11-30 10:00:00.000000 XYZT")
    time, note = timestamp(tmp_path)
    assert time == datetime(2026, 11, 30, 10) and "unknown time zone XYZT" in note


@pytest.mark.parametrize("text", [
    "yesterday", "", "2026-13-45 10:00:00 UTC", "0001-01-01 00:00:00 +23:00", "12", "\0\1\n\n",
    "2026-11-30 10:00:00 +x", "2026-11-30 10:00:00 ../../etc/passwd", "x" * 5000])
def test_other_times_are_unknown_with_a_note(tmp_path, text):
    (tmp_path / "timestamp.txt").write_text(text)
    time, note = timestamp(tmp_path)
    assert time is None and "the time is unknown" in note and note.isprintable()


def test_no_time_and_a_linked_time(tmp_path):
    assert timestamp(tmp_path) == (None, None)
    (tmp_path / "timestamp.txt").symlink_to("/etc/hostname")
    time, note = timestamp(tmp_path)
    assert time is None and "cannot be read" in note
