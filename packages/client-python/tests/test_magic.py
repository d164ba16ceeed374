"""The magic `%sql`, in a shell of IPython."""

import os

import pytest
from conftest import KEY, NETWORK
from IPython.core.interactiveshell import InteractiveShell

import sdq


@pytest.fixture
def shell(monkeypatch):
    monkeypatch.setitem(os.environ, "SDQ_API_KEY", KEY)
    monkeypatch.setitem(os.environ, "SDQ_REMOTE", f"{NETWORK}/none")
    shell = InteractiveShell.instance()
    sdq.load_ipython_extension(shell)
    yield shell
    InteractiveShell.clear_instance()


def test_a_line_gives_a_frame_and_the_price(shell, capsys):
    frame = shell.run_line_magic("sql", "SELECT count(*) AS n FROM videos")
    assert frame["n"].tolist() == [5000]
    told = capsys.readouterr().out
    assert "at most $0.0" in told
    assert "1 row · $0.0001 · " in told


def test_a_cell_has_options_and_takes_variables(shell, capsys):
    shell.user_ns["who"] = "a1"
    shell.run_cell_magic(
        "sql", "top --limit 2", "SELECT play_count FROM videos WHERE author = $who ORDER BY 1;"
    )
    assert shell.user_ns["top"]["play_count"].tolist() == [1, 8]
    assert "there are more" in capsys.readouterr().out


def test_errors_are_one_message(shell, capsys):
    assert shell.run_line_magic("sql", "SELECT playcount FROM videos") is None
    assert "did you mean: play_count" in capsys.readouterr().err
    assert shell.run_line_magic("sql", "SELECT $missing") is None
    assert "There is no variable missing" in capsys.readouterr().err
    shell.run_cell_magic("sql", "--check", "SELECT video_id FROM videos")
    assert "valid · costs" in capsys.readouterr().out
