"""Games at a terminal against people or bots, with hints, undo and saving."""

from __future__ import annotations

import datetime
import random
import sys
from pathlib import Path

from kletka.agents import Agent, InvalidAgent, read_agent
from kletka.agents.advice_words import advice_text
from kletka.agents.styles import can_attack_groups, inventor_view
from kletka.cli.inventor_table import print_views
from kletka.cli.library_verbs import compile_meanwhile, print_rules, read_position
from kletka.drawing import text
from kletka.engine import analyse
from kletka.engine.budget import Budget
from kletka.errors import KletkaError
from kletka.faces import face_of
from kletka.games.catalogue import GAMES
from kletka.language import Text
from kletka.position import Position
from kletka.record import Record

HELP = Text(
    """\
Type a move as it is written: {example}. Or:
  moves          list the legal moves
  hint           ask the engine and the inventor{group_hint}
  undo           take back the last turn
  redo           play it again
  rules          the rules of this game
  save FILE      save the record of the game
  load FILE      continue a saved game
  help           this list
  quit           stop playing""",
    """\
Введите ход так, как он пишется: {example}. Или:
  ходы           показать возможные ходы
  совет          спросить движок и изобретателя{group_hint}
  назад          взять ход обратно
  вперёд         вернуть взятый ход
  правила        правила этой игры
  сохранить ФАЙЛ записать партию в файл
  загрузить ФАЙЛ продолжить записанную партию
  помощь         этот список
  выход          закончить""",
)

GROUP_HELP = Text(
    """
  hint D4 E5     how to attack the pieces on these cells""",
    """
  совет D4 E5    как атаковать фигуры на этих клетках""",
)

COMMANDS = {
    "moves": "moves",
    "ходы": "moves",
    "hint": "hint",
    "совет": "hint",
    "undo": "undo",
    "назад": "undo",
    "redo": "redo",
    "вперёд": "redo",
    "вперед": "redo",
    "rules": "rules",
    "правила": "rules",
    "save": "save",
    "сохранить": "save",
    "load": "load",
    "загрузить": "load",
    "help": "help",
    "помощь": "help",
    "?": "help",
    "quit": "quit",
    "exit": "quit",
    "выход": "quit",
}


def play_at_terminal(spec: str | None, saved: str | None, seats: str | None, language: str) -> None:
    """Play until the user quits; without a spec or a saved game, ask for a game first."""
    if saved:
        record = Record.parse(Path(saved).read_text(encoding="utf-8"))
    elif spec:
        record = Record.begin(read_position(spec), date=datetime.date.today())
    else:
        chosen = _choose_game(language)
        if chosen is None:
            return
        record = Record.begin(chosen, date=datetime.date.today())
        if seats is None:
            seats = _choose_opponent(language)
    agents = read_seats(seats, len(record.players))
    if any(agents):
        compile_meanwhile()
    _TerminalGame(record, agents, language).play()


def read_seats(text: str | None, count: int) -> list[Agent | None]:
    """The agents by seat, None for people: `me` is a person, and so are all by default."""
    names = text.split(",") if text else ["me"] * count
    if len(names) != count:
        example = ",".join(["me", *["level3"] * (count - 1)])
        raise InvalidAgent(
            Text(
                f"--seats names {len(names)}, but {count} are needed, such as {example}",
                f"в --seats названо {len(names)}, а нужно {count}, например {example}",
            )
        )
    return [None if name == "me" else read_agent(name) for name in names]


def _choose_opponent(language: str) -> str:
    """Ask who plays second: a bot and its level, or a person."""
    question = Text(
        "Bot level, 1 to 9? (Enter for two people) ",
        "Против бота, уровень от 1 до 9? (Enter: играем вдвоём) ",
    ).say(language)
    while (answer := _ask(question)) is not None:
        if not answer:
            break
        if answer in tuple("123456789"):
            return f"me,level{answer}"
    return "me,me"


def _choose_game(language: str) -> str | None:
    """Ask for a game; returns its first board, or None at the end of input."""
    for number, name in enumerate(GAMES, 1):
        game = face_of(name)
        print(f"{number}. {game.title.say(language)}. {game.motto.say(language)}")
    question = Text("Which game? ", "Во что сыграем? ").say(language)
    while (answer := _ask(question)) is not None:
        answer = answer.lower()
        for number, name in enumerate(GAMES, 1):
            if answer in (str(number), name, face_of(name).title.ru.lower()):
                return face_of(name).profile.first_board
        print(
            Text(
                f"Type a number from 1 to {len(GAMES)}.", f"Введите число от 1 до {len(GAMES)}."
            ).say(language)
        )
    return None


def _ask(question: str) -> str | None:
    """A line from the user, or None at the end of input."""
    try:
        return " ".join(input(question).split())
    except EOFError:
        print()
        return None


class _TerminalGame:
    """One game at a terminal: its record, and the records before turns were taken back."""

    def __init__(self, record: Record, seats: list[Agent | None], language: str) -> None:
        self.record = record
        self.seats = seats
        self.taken_back: list[Record] = []
        self.language = language

    def play(self) -> None:
        print(self._say(Text("Type help for a list of commands.", "Подсказка: помощь.")))
        self._draw()
        for bot in self.seats:
            if bot is not None:
                bot.new_game(self.record.start, random.randrange(10**6))
        try:
            self._let_bots_move()
            while (line := _ask(self._prompt())) is not None:
                if line and not self._try(line):
                    return
        finally:
            for bot in self.seats:
                if bot is not None:
                    bot.close()

    def _try(self, line: str) -> bool:
        """Run a line and print its error, if any; False to stop."""
        try:
            return self._run(line)
        except KletkaError as error:
            print(error.say(self.language))
        except (OSError, UnicodeError) as error:
            print(getattr(error, "strerror", None) or error)
        return True

    def _bot_to_move(self) -> Agent | None:
        player = self.record.end.to_move
        return None if player is None else self.seats[player]

    def _let_bots_move(self) -> None:
        while (bot := self._bot_to_move()) is not None:
            mover = self.record.end.to_move
            while self.record.end.to_move == mover and not self.record.end.over:
                move = bot.choose(self.record.end, list(self.record.moves))
                self.record = self.record.play(move)
                if not self.record.end.in_turn:
                    break
            self._draw()

    def _say(self, words: Text) -> str:
        return words.say(self.language)

    def _prompt(self) -> str:
        player = self.record.end.to_move
        if player is None:
            return "> "
        return f"{self._say(self.record.end.players[player].name)}> "

    def _draw(self) -> None:
        last = self.record.turns[-1].removesuffix("..") if self.record.turns else None
        position = self.record.end
        print()
        print(text(position, last=last, colour=sys.stdout.isatty(), language=self.language))
        if position.over:
            print(self._say(outcome(position)))

    def _run(self, line: str) -> bool:
        """Run a command or play a move; False to stop."""
        word, _, rest = line.partition(" ")
        command = COMMANDS.get(word.lower())
        if command == "quit":
            return False
        if command == "help":
            self._help()
        elif command == "moves":
            print(" ".join(str(move) for move in self.record.end.moves) or "-")
        elif command == "rules":
            print_rules(self.record.spec.game, self.language)
        elif command == "hint":
            self._hint(rest.split())
        elif command in ("undo", "redo"):
            self._undo() if command == "undo" else self._redo()
        elif command in ("save", "load"):
            self._save_or_load(command, rest)
        else:
            self._move(line)
        return True

    def _help(self) -> None:
        game = self.record.spec.game
        example = self._say(face_of(game).profile.typed_examples)
        group_hint = self._say(GROUP_HELP) if can_attack_groups(game) else ""
        print(self._say(HELP).format(example=example, group_hint=group_hint))

    def _move(self, line: str) -> None:
        """Play a typed move."""
        self.record = self.record.play(line)
        self.taken_back = []
        self._draw()
        self._let_bots_move()

    def _undo(self) -> None:
        if not self.record.turns:
            print(self._say(Text("There is no turn to take back.", "Брать назад нечего.")))
            return
        self.taken_back.append(self.record)
        self.record = self.record.undo()
        while self.record.turns and self._bot_to_move() is not None:
            self.record = self.record.undo()
        self._draw()
        self._let_bots_move()

    def _redo(self) -> None:
        if not self.taken_back:
            print(self._say(Text("There is no turn to play again.", "Возвращать нечего.")))
            return
        self.record = self.taken_back.pop()
        self._draw()

    def _save_or_load(self, command: str, name: str) -> None:
        if not name:
            example = "save game.txt" if command == "save" else "load game.txt"
            print(
                self._say(
                    Text(f"Name a file, such as: {example}", f"Назовите файл, например: {example}")
                )
            )
        elif command == "save":
            Path(name).write_text(str(self.record), encoding="utf-8")
            print(self._say(Text(f"Saved to {name}.", f"Партия записана: {name}.")))
        else:
            loaded = Record.parse(Path(name).read_text(encoding="utf-8"))
            if len(loaded.players) != len(self.seats):
                self.seats = [None] * len(loaded.players)
            self.record = loaded
            self.taken_back = []
            self._draw()
            self._let_bots_move()

    def _hint(self, group: list[str]) -> None:
        """Print what the engine and the inventor would play, or how to attack a group."""
        position = self.record.end
        if position.over:
            print(self._say(Text("The game is over.", "Партия окончена.")))
        elif group:
            views = inventor_view(position, group)
            print(self._say(advice_text(position, views)))
            print_views(position.spec.game, views, self.language)
        else:
            self._ask_engine(position)
            if views := inventor_view(position):
                print(self._say(advice_text(position, views)))

    def _ask_engine(self, position: Position) -> None:
        compile_meanwhile()
        best = analyse(position, Budget(seconds=1.0)).moves[0]
        print(
            self._say(
                Text(
                    f"The engine would play {best.move} (wins {best.result:.0%}, expected lead "
                    f"{best.points:+.1f}).",
                    f"Движок сыграл бы {best.move} (победа {best.result:.0%}, ожидаемый перевес "
                    f"{best.points:+.1f}).",
                )
            )
        )


def outcome(position: Position) -> Text:
    """How a finished game ended, in a sentence."""
    names = [position.players[winner].name for winner in position.winners]
    score = " : ".join(f"{points:g}" for points in position.points)
    if len(names) == 1:
        return Text(
            f"The game is over: {names[0].en} wins, {score}.",
            f"Партия окончена: победа за {position.players[position.winners[0]].by.ru}, {score}.",
        )
    return Text(
        f"The game is over: {' and '.join(n.en for n in names)} share the win, {score}.",
        f"Партия окончена, победу делят {' и '.join(n.ru.lower() for n in names)}, {score}.",
    )
