"""The texts of the lessons, the print sheets and the page for typing in a game."""

from __future__ import annotations

from kletka.language import Text

# For the script of a lesson.
LESSON_WORDS: dict[str, Text] = {
    "try_again": Text("Try again", "Попробовать ещё раз"),
    "lessons_left": Text("Done: {done} of {count}", "Пройдено: {done} из {count}"),
    "no_answer": Text(
        "The server is not responding; please try again in a moment.",
        "Сервер сейчас не отвечает; попробуйте, пожалуйста, чуть позже.",
    ),
}

# For the script that reads a typed game.
ENTER_WORDS: dict[str, Text] = {
    "entered": Text("Turns entered: {count}", "Введено ходов: {count}"),
    "entry_lost": Text(
        "The server is not responding; what you entered is kept in this browser.",
        "Сервер сейчас не отвечает; введённое сохранено в этом браузере.",
    ),
    "device_game": Text(
        "Play in turns at this screen. The game is kept on this device, and you can save it on the "
        "server when you are online.",
        "Ходите по очереди за этим экраном. Партия хранится на устройстве, а когда будет связь, её "
        "можно сохранить на сервере.",
    ),
    "cut_sure": Text(
        "Take back all turns after turn {number}?", "Убрать все ходы после {number}-го?"
    ),
    "cut_yes": Text("Take back", "Убрать"),
    "clear_sure": Text("Start over? All turns will be lost.", "Начать заново? Все ходы пропадут."),
    "clear_yes": Text("Start over", "Начать заново"),
}

LEARN_WORDS: dict[str, Text] = {
    **LESSON_WORDS,
    **ENTER_WORDS,
    "learn": Text("Learn", "Уроки"),
    "learn_title": Text("Learn by playing", "Учимся за игрой"),
    "learn_lead": Text(
        "Each lesson is one move on a tiny board. Together they teach all the rules.",
        "В каждом уроке один ход на крошечной доске. Вместе они учат всем правилам.",
    ),
    "lesson_of": Text("{game}, lesson {number} of {count}", "{game}, урок {number} из {count}"),
    "lessons_list": Text("Lessons: {game}", "Уроки: {game}"),
    "you_play": Text("You play {player}.", "Вы играете за {player}."),
    "next_lesson": Text("Next lesson", "Следующий урок"),
    "start_lessons": Text("Start", "Начать"),
    "start_lessons_named": Text("Start the lessons of {game}", "Начать уроки: {game}"),
    "show_solution": Text("Show the solution", "Показать решение"),
    "all_done": Text(
        "That was the last lesson: you know all the rules.",
        "Это был последний урок: теперь вы знаете все правила.",
    ),
    "play_now": Text("Play against a bot", "Сыграть с ботом"),
    "try_it": Text("Try it", "Попробовать"),
    "learn_first": Text("Take the lessons", "Пройти уроки"),
    # Print sheets and typing in a game.
    "paper_sheets": Text("Sheets to print", "Листы для печати"),
    "paper_title": Text("{game} on paper", "{game} на бумаге"),
    "paper_lead": Text(
        "Print the sheet and play with pencils; you can type the game in afterwards.",
        "Распечатайте лист и играйте карандашами; потом партию можно ввести сюда.",
    ),
    "print": Text("Print", "Напечатать"),
    "another_board": Text("Another board", "Другая доска"),
    "show_board": Text("Show", "Показать"),
    "not_this_game": Text(
        "This board belongs to another game; this page is for {game}.",
        "Это доска другой игры; здесь страница игры «{game}».",
    ),
    "date_line": Text("Date", "Дата"),
    "result_line": Text("Result", "Итог"),
    "rules_short": Text("The rules in brief", "Правила коротко"),
    "turns_line": Text("Turns", "Ходы"),
    "enter_game": Text("Type in a game", "Ввести партию"),
    "enter_title": Text("{game}: a game played on paper", "{game}: партия с бумаги"),
    "enter_lead": Text(
        "Type the turns one after another, or click them. Each is checked at once.",
        "Вводите ходы один за другим или нажимайте на доске. Каждый сразу проверяется.",
    ),
    "type_turns": Text("Next turns", "Следующие ходы"),
    "type_hint": Text(
        "For example {examples}. Enter or space plays the turns.",
        "Например {examples}. Enter или пробел проверит и сделает ход.",
    ),
    "undo_turn": Text("Undo last turn", "Убрать последний"),
    "clear_turns": Text("Start over", "Всё заново"),
    "keep_game": Text("Save and replay", "Сохранить и смотреть"),
    "who_won": Text("If the game ended early, who won?", "Если закончили раньше, кто выиграл?"),
    "not_known": Text("As it is on the board", "Как на доске"),
    "player_name": Text("Name: {player}", "Имя: {player}"),
}
