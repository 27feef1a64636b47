"""Copying by a half turn: the strategy of the theorems on the rules pages, as an agent."""

from __future__ import annotations

from kletka.agents.agent import Agent, InvalidAgent, NoGameYet, RandomAgent
from kletka.faces.base import PASS
from kletka.games.boards import Symmetry
from kletka.language import Text
from kletka.move import Move
from kletka.position import Position


class CopyingAgent(Agent):
    """Answers each of the opponent's moves with its image by a half turn of the board, a pass too.

    As the first player it begins with the move that is its own image, in the centre, or else with
    a pass from which it can come back. When the opponent is skipped it stops. Where all that is
    impossible it plays at random.
    """

    name = "copying"
    _half_turn: Symmetry | None = None

    def new_game(self, start: Position, seed: int) -> None:
        self._half_turn = _half_turn_of(start)
        self._otherwise = RandomAgent()
        self._otherwise.new_game(start, seed)
        self._position = start
        self._movers: list[int | None] = []  # of the moves played so far

    def choose(self, position: Position, history: list[Move]) -> Move:
        if self._half_turn is None:
            raise NoGameYet(self.name)
        self._follow(history)
        copy = self._copy(position, history)
        if copy is not None and copy in position.moves:
            return copy
        return self._otherwise.choose(position, history)

    def _follow(self, history: list[Move]) -> None:
        for move in history[len(self._movers) :]:
            self._movers.append(self._position.to_move)
            self._position = self._position.play(move)

    def _copy(self, position: Position, history: list[Move]) -> Move | None:
        """The move that makes the board its own image again, or None; it may be illegal."""
        me, end = position.to_move, len(history)
        while end and self._movers[end - 1] == me:
            end -= 1
        begin = end
        while begin and self._movers[begin - 1] != me:
            begin -= 1
        copied = len(history) - end  # of the opponent's last turn
        if begin == end:
            return self._beginning(position)
        if copied < end - begin:
            return self._image(position, history[begin + copied])
        return Move(PASS) if position.variant.face.has_pass else None

    def _beginning(self, position: Position) -> Move | None:
        """A move that leaves the board its own image."""
        for move in position.moves:
            if str(move) != PASS and self._image(position, move) == move:
                return move
        face = position.variant.face
        return Move(PASS) if face.has_pass and not face.pass_is_final else None

    def _image(self, position: Position, move: Move) -> Move:
        assert self._half_turn is not None
        variant = position.variant
        code = variant.face.code(variant, str(move))
        image = variant.face.mapped_move(variant, code, self._half_turn)
        return Move(variant.face.notation(variant, image))


def _half_turn_of(start: Position) -> Symmetry:
    """The half turn of the board; raises InvalidAgent where there is no copying."""
    reversed_cells = tuple(range(len(start.board.places)))[::-1]
    turns = [turn for turn in start.board.symmetries if turn.cells == reversed_cells]
    if len(start.players) != 2 or not turns:
        raise InvalidAgent(
            Text(
                "copying needs two players and a board with half-turn symmetry",
                "для copying нужны двое игроков и доска, которая при повороте на 180° "
                "переходит в себя",
            )
        )
    return turns[0]
