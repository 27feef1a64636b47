"""Why the first player loses on tiny boards of Manu: the reserves are equal, and White's is empty
first. Exact, from the table of solved boards."""

from __future__ import annotations

from kletka.engine.solving import solve
from kletka.lab.claims.base import Figures, Row
from kletka.lab.claims.play import GameRunner
from kletka.lab.move_values import MEMORY
from kletka.language import Text
from kletka.library.proved import Proof, proofs_of
from kletka.position import Position, start
from kletka.spec import Spec

NODES = 400_000
EASY = 60_000  # nodes of the proofs that are repeated with one stone fewer


def parity_rows(runner: GameRunner) -> list[Row]:
    """How the boards that the first player loses are lost, and what one stone fewer changes."""
    lost = [proof for proof in proofs_of("manu") if proof.value < 0]
    dried_up = sum(ends_with_an_empty_reserve(proof) for proof in lost)
    limit = 200 if runner.tiny else EASY
    easy = [
        proof.spec for proof in lost if proof.nodes < limit and proof.spec.options["reserve"] != 1
    ]
    values = runner.each(value_with_one_fewer, [(spec,) for spec in easy])
    saved = sum(value == 1 for value in values)
    return [
        Row(
            "parity-lost",
            Text(
                "solved boards that the first player loses",
                "решённых досок, где первый проигрывает",
            ),
            float(len(lost)),
        ),
        Row(
            "parity-empty",
            Text(
                "of them: best play ends when the first player has no stone left to place",
                "из них: лучшая игра кончается тем, что первому нечего ставить",
            ),
            float(dried_up),
        ),
        Row(
            "parity-tried",
            Text(
                "of them: solved again with one stone fewer for the second player",
                "из них: решено снова, когда у второго на камень меньше",
            ),
            float(len(easy)),
        ),
        Row(
            "parity-saved",
            Text("of these: the first player then wins", "из этих: тогда выигрывает первый"),
            float(saved),
        ),
    ]


def parity_told(figures: Figures) -> Text:
    """Why the first player loses on tiny boards, if that was measured."""
    rows = {row.key: int(row.value) for row in figures.rows_of("parity-")}
    if not rows:
        return Text("", "")
    lost, empty = rows["parity-lost"], rows["parity-empty"]
    tried, saved = rows["parity-tried"], rows["parity-saved"]
    return Text(
        f" This is also why the first player loses on tiny boards. The reserves are equal, so "
        f"where little can be taken the player who begins is the first to run out: of {lost} "
        f"solved boards that the first player loses, {empty} end like that with best play. {tried} "
        f"of them were solved again with one stone fewer for the second player: then the first "
        f"wins {saved}. The rest is lost all the same: parity explains most boards, not all.",
        f" Поэтому же первый проигрывает на крошечных досках. Запасы равны, и где брать почти "
        f"нечего, у начавшего камни кончаются раньше: из решённых досок, где первый проигрывает "
        f"({lost}), при лучшей игре так кончаются {empty}. Если дать второму на камень меньше, "
        f"первый выигрывает {saved} из {tried}. Остальные всё равно проиграны: чётность объясняет "
        f"большинство досок, но не все.",
    )


def ends_with_an_empty_reserve(proof: Proof) -> bool:
    """Whether the solved line ends because White has no turn and nothing in reserve."""
    position = start(proof.spec)
    for move in proof.line:
        position = position.play(move)
    loser = position.stocks[0]
    target = int(position.spec.options["target"])
    stuck = position.over and all(stock["taken"] < target for stock in position.stocks)
    return stuck and loser["reserve"] == 0


def value_with_one_fewer(spec: Spec) -> float | None:
    """A task: the first player's value if the second has one stone fewer in reserve."""
    solution = solve(one_fewer_for_black(spec), nodes=NODES, memory=MEMORY)
    return None if solution is None else float(solution.value)


def one_fewer_for_black(spec: Spec) -> Position:
    first = start(spec)
    kernel, state = first.variant.rules, first.state.copy()
    state[kernel.RESERVE + 1] -= 1
    kernel.refresh(state, first.variant.tables)
    return Position.of_state(first.variant, state)
