"""What the lessons' pages say; the page of a lesson gives some of it to its script."""

from __future__ import annotations

from kletka.language import Text

# Those that the script says.
LESSON_WORDS: dict[str, Text] = {
    "try_again": Text("Try again", "Попробовать ещё раз"),
    "lessons_left": Text("Done: {done} of {count}", "Пройдено: {done} из {count}"),
    "no_answer": Text(
        "The server does not answer just now; please try again in a moment.",
        "Сервер сейчас не отвечает; попробуйте, пожалуйста, чуть позже.",
    ),
}

LEARN_WORDS: dict[str, Text] = {
    **LESSON_WORDS,
    "learn": Text("Learn", "Уроки"),
    "learn_title": Text("Learn by playing", "Учимся за игрой"),
    "learn_lead": Text(
        "One move a lesson, on a tiny board. Together they teach every rule.",
        "В каждом уроке один ход на крошечной доске. Вместе они учат всем правилам.",
    ),
    "lesson_of": Text("{game}, lesson {number} of {count}", "{game}, урок {number} из {count}"),
    "lessons_list": Text("Lessons: {game}", "Уроки: {game}"),
    "you_play": Text("You play {player}.", "Вы играете за {player}."),
    "next_lesson": Text("Next lesson", "Следующий урок"),
    "start_lessons": Text("Start", "Начать"),
    "start_lessons_named": Text("Lessons of {game}: start", "Начать уроки: {game}"),
    "show_solution": Text("Show me", "Показать решение"),
    "all_done": Text(
        "That was the last lesson: you know all the rules.",
        "Это был последний урок: теперь вы знаете все правила.",
    ),
    "play_now": Text("Play against a bot", "Сыграть с ботом"),
    "learn_first": Text("Learn it in lessons", "Пройти уроки"),
}
