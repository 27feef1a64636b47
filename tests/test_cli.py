"""The command line: output and exit codes of real processes."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest


def kletka(*arguments: str, stdin: str = "", lang: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kletka", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "KLETKA_LANG": lang},
        check=False,
    )


def output(*arguments: str, stdin: str = "", lang: str = "en") -> str:
    done = kletka(*arguments, stdin=stdin, lang=lang)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout


def test_games_lists_all_four_in_both_languages() -> None:
    english, russian = output("games"), output("games", lang="ru")
    for name, title in (
        ("kamiken", "Камикен"),
        ("ydyumby", "Ыдюмбы"),
        ("vyun", "Вьюн"),
        ("manu", "Ману"),
    ):
        assert name in english
        assert title in russian


def test_show_json_tells_all_about_a_position() -> None:
    answer = json.loads(output("show", "kamiken(size=3)", "--moves", "B2 pass", "--json"))
    assert answer["spec"] == "kamiken(size=3,komi=0.5)"
    assert answer["ply"] == 2
    assert answer["to_move"] == 0
    assert answer["over"] is False
    assert answer["points"] == [4, 0.5]
    assert answer["winners"] == []
    assert answer["moves"] == ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3", "pass"]


def test_show_counts_the_single_moves_of_a_turn() -> None:
    moves = "A1 C1 E3 E5 G4 E7 A1>E1^E3"  # the series could go on, so `stop` is one more move
    answer = json.loads(output("show", "manu(size=7)", "--moves", moves, "--json"))
    assert answer["ply"] == 9
    assert answer["to_move"] == 1


def test_show_takes_the_text_of_a_position() -> None:
    shown = output("show", "kamiken(size=3,komi=0.5) 3/1w1/3 b -", "--moves", "A1")
    assert "kamiken(size=3,komi=0.5) b2/1w1/3 w -" in shown


def test_show_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    output("show", "vyun(board=3x3)", "--moves", "B2 A1 B2>B1", "--svg", str(file))
    root = ET.parse(file).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "viewBox" in root.attrib


def test_perft_prints_a_number() -> None:
    assert output("perft", "kamiken(size=3)", "4") == "2088\n"
    assert output("perft", "vyun(board=2x2)", "2", "--moves", "A1") == "21\n"
    divided = output("perft", "kamiken(size=3)", "2", "--divide").splitlines()
    assert sum(int(line.split(": ")[1]) for line in divided[:-1]) == int(divided[-1]) == 67


def test_bench_measures() -> None:
    answer = json.loads(output("bench", "kamiken(size=5)", "--seconds", "0.1", "--json"))
    assert answer["playouts"] > 0
    assert answer["moves"] > answer["playouts"]
    assert answer["playouts_per_second"] == pytest.approx(answer["playouts"] / answer["seconds"])
    assert "playouts a second" in output("bench", "manu(size=5)", "--seconds", "0.1")


@pytest.mark.parametrize("game", ["kamiken", "ydyumby", "vyun", "manu"])
@pytest.mark.parametrize("lang", ["en", "ru"])
def test_rules_come_with_diagrams(game: str, lang: str) -> None:
    text = output("rules", game, "--lang", lang)
    assert "\n1. " in text
    assert "    " in text
    assert "```" not in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["show", "chess"], "there is no game 'chess'"),
        (["show", "kamiken(size=0)"], "a whole number from 1 to 26"),
        (["show", "kamiken", "--moves", "Z99"], "'Z99'"),
        (["show", "kamiken", "--moves", "A1 A1"], "Kamiken 1: A1 is occupied"),
        (["show", "kamiken(size=3,komi=0.5) wb1/3/3 w -"], "neighbours of different colours"),
        (["show", "kamiken", "--svg", "/no/such/folder/x.svg"], "No such file or directory"),
        (["perft", "kamiken", "-1"], "-1"),
        (["perft", "kamiken", "many"], "'many' is not a whole number"),
        (["bench", "kamiken", "--seconds", "0"], "above 0"),
        (["bench", "kamiken", "--seconds", "nan"], "above 0"),
        (["rules", "chess"], "there is no game 'chess'"),
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "--load", "/no/such/file"], "No such file or directory"),
        (["best", "kamiken", "--sims", "0"], "1 or more"),
        (["best", "kamiken", "--level", "12"], "levels go from 1 to 9"),
        (["best", "kamiken(size=2)", "--moves", "pass pass"], "the game is over"),
        (["solve", "vyun(players=3)"], "only two-player games"),
        (["solve", "kamiken", "--memory", "0"], "'0' is not a whole number from 1"),
        (["match", "random", "chess", "--spec", "kamiken"], "there is no agent 'chess'"),
        (["match", "random", "--spec", "kamiken"], "needs 2 agents, not 1"),
        (["match", "random", "random", "--spec", "chess"], "there is no game 'chess'"),
        (["play", "kamiken", "--seats", "me"], "names 1, but 2 are needed, such as me,level3"),
        (["play", "vyun(players=3)", "--seats", "me"], "such as me,level3,level3"),
        (["match", "level1", "ugi:nosuch", "--spec", "kamiken"], "ugi:nosuch cannot be started"),
        (["play", "kamiken", "--seats", "me,level0"], "there is no level 0"),
        (["dance"], "dance"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(arguments: list[str], says: str) -> None:
    for lang in ("en", "ru"):
        done = kletka(*arguments, lang=lang)
        assert done.returncode == 2
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1, done.stderr
        if lang == "en":
            assert says in done.stderr


def test_refusals_are_in_the_users_language() -> None:
    done = kletka("show", "kamiken(size=5)", "--moves", "C3 B2 C2", lang="ru")
    assert done.stderr == "kletka: Камикен 1: C2 под боем чёрных (B2)\n"


def test_a_game_at_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    lines = ["help", "b2", "Z9", "B2", "moves", "undo", "redo", "pass", f"save {file}", "quit"]
    shown = output("play", "kamiken(size=3)", stdin="\n".join(lines) + "\n")
    assert "take back the last turn" in shown
    assert "there is no Z9 on this board" in shown
    assert "Kamiken 1: B2 is occupied by White's stone" in shown
    assert "1. B2 2. pass" in file.read_text(encoding="utf-8")
    finished = output("play", "--load", str(file), stdin="pass\nquit\n")
    assert "The game is over: White wins, 4 : 0.5." in finished


def test_the_menu_leads_into_a_game() -> None:
    shown = output("play", stdin="9\n4\n\nD4\nquit\n", lang="ru")
    assert "Введите число от 1 до 4." in shown
    assert "Чёрные>" in shown


def test_a_bad_file_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("nonsense", encoding="utf-8")
    lines = ["C3", f"load {file}", "load", "load /no/such/file", "save /no/such/folder/x", "B2"]
    shown = output("play", "kamiken(size=5)", stdin="\n".join(lines) + "\n")
    assert "a game begins with its tags" in shown
    assert shown.count("No such file or directory") == 2
    assert "White>" in shown.rpartition("Black>")[2]  # B2 was played, so C3 was kept


def test_best_names_a_legal_move() -> None:
    answer = json.loads(output("best", "kamiken(size=3)", "--sims", "200", "--json"))
    assert answer["simulations"] <= 200
    assert {move["move"] for move in answer["moves"]} == {
        *("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3"),
        "pass",
    }
    assert output("best", "kamiken(size=3)", "--level", "1").strip() in {
        move["move"] for move in answer["moves"]
    }


def test_analyse_prints_a_table() -> None:
    shown = output("analyse", "ydyumby(board=4x4)", "--sims", "100")
    assert "visits" in shown
    assert "simulations in" in shown


def test_solve_tells_value_and_all_best_moves() -> None:
    answer = json.loads(output("solve", "kamiken(size=3,komi=0)", "--json"))
    assert answer["value"] == 2
    assert "B2" in answer["best"]
    assert "With best play White leads by +2." in output("solve", "kamiken(size=3,komi=0)")


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_what_is_not_solved_in_time_has_an_exit_code_of_its_own(lang: str) -> None:
    arguments = ["solve", "kamiken(size=8)", "--seconds", "0.1", "--memory", "16"]
    done = kletka(*arguments, lang=lang)
    assert (done.returncode, done.stdout) == (3, "")
    said = "not solved within 0.1 seconds" if lang == "en" else "за 0.1 с решить не удалось"
    assert done.stderr == f"kletka: {said}\n"
    done = kletka(*arguments, "--json", lang=lang)
    assert (done.returncode, done.stderr) == (3, "")
    spec = "kamiken(size=8,komi=1.5)"
    assert json.loads(done.stdout) == {
        "spec": spec, "solved": False, "value": None, "seconds": 0.1
    }  # fmt: skip


def test_answers_as_json() -> None:
    games = json.loads(output("games", "--json", lang="ru"))
    assert [game["name"] for game in games] == ["kamiken", "ydyumby", "vyun", "manu"]
    assert games[0]["title"] == "Камикен"
    assert [option["name"] for option in games[0]["options"]] == ["size", "komi"]
    counted = json.loads(output("perft", "kamiken(size=3)", "2", "--divide", "--json"))
    assert counted["count"] == sum(counted["moves"].values()) == 67
    assert "moves" not in json.loads(output("perft", "kamiken(size=3)", "2", "--json"))
    analysed = json.loads(output("analyse", "ydyumby(board=4x4)", "--sims", "50", "--json"))
    assert analysed["best"] == analysed["moves"][0]["move"]
    assert analysed["inventor"][0]["criteria"]


def test_match_prints_a_score_with_its_interval() -> None:
    arguments = ["match", "level2", "random", "--spec", "kamiken(size=4)", "--games", "4"]
    answer = json.loads(output(*arguments, "--json"))
    assert len(answer["games"]) == 4
    assert 0 <= answer["players"][0]["interval"][0] <= answer["players"][0]["score"] <= 1
    assert "level2" in output(*arguments)


def test_a_bot_answers_at_the_terminal() -> None:
    shown = output(
        "play", "kamiken(size=3)", "--seats", "me,level1", stdin="B2\nhint\nundo\nquit\n"
    )
    assert shown.count("White to move") >= 2
    assert "The engine would play" in shown
    assert "equally good for the inventor" in shown or "The inventor would" in shown


def test_an_attack_on_chosen_pieces_at_the_terminal() -> None:
    hints = "B2\nG7\nC4\nF5\nE5\nH4\nhint g7\nhint B2\nhelp\nquit\n"
    shown = output("play", "ydyumby(board=8x8)", stdin=hints)
    assert "2 moves are equally good for the inventor: G6, D7." in shown
    assert "costs the chosen group 1 support" in shown
    assert "name cells with opponents' pieces; B2 has none" in shown
    assert "hint D4 E5" in shown
    without = output("play", "kamiken(size=3)", stdin="hint B2\nhelp\nquit\n")
    assert "there are no groups to attack in Kamiken" in without
    assert "hint D4 E5" not in without


def test_an_analysis_for_a_group_of_pieces() -> None:
    moves = ("--moves", "B2 G7 C4 F5 E5 H4", "--sims", "50")
    shown = output("analyse", "ydyumby(board=8x8)", *moves, "--group", "G7 f5", "--lang", "ru")
    assert "Изобретатель сыграл бы F7: отнимает у выбранной группы 2 опоры" in shown
    assert "F7   2 +2−0  отнимает" in shown
    whole = output("analyse", "ydyumby(board=8x8)", *moves)
    assert "The inventor would play F7: costs the opponent 2 supports" in whole
    assert "group" not in whole


def test_without_a_verb_newcomers_get_the_help() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kletka"], stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stdout.startswith("usage: kletka")


def test_without_a_verb_people_at_a_terminal_choose_a_game() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "kletka"], stdin=theirs, stdout=subprocess.PIPE, text=True
    ) as process:
        os.write(ours, b"\x04")  # the end of the input
        assert process.stdout is not None
        assert process.stdout.readline().startswith("1. Kamiken")
        process.stdout.read()
    os.close(ours)
    os.close(theirs)
