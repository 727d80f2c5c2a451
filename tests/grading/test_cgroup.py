"""Control groups, on a tree of files that looks like the kernel's."""

import os

import pytest

from course.grading.cgroup import BASE, Cgroup


def test_the_old_layout_has_a_group_for_each_kind(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "pids").mkdir()
    group = Cgroup(1000, 7, base=tmp_path)
    memory, pids = group.folders
    assert (memory / "memory.limit_in_bytes").read_text() == "1000"
    assert (pids / "pids.max").read_text() == "7"
    group.join()
    assert (pids / "cgroup.procs").read_text() == str(os.getpid())


def test_the_new_layout_has_one_group(tmp_path):
    (tmp_path / "cgroup.controllers").write_text("memory pids")
    (folder,) = Cgroup(1000, 7, base=tmp_path).folders
    assert (folder / "memory.max").read_text() == "1000"
    assert (folder / "pids.max").read_text() == "7"


def test_where_there_is_none_nothing_happens(tmp_path):
    group = Cgroup(1000, 7, base=tmp_path / "nowhere")
    group.join()
    group.remove()
    assert group.folders == []


def test_the_real_ones_come_and_go():
    group = Cgroup(10**9, 50)
    if not group.folders:
        pytest.skip("this user may make no control groups here")
    folders = list(group.folders)
    assert all(folder.is_relative_to(BASE) and folder.is_dir() for folder in folders)
    group.remove()
    assert not any(folder.exists() for folder in folders)
