"""The texts of the analysis board, the review and the puzzles, and their scripts."""

from __future__ import annotations

from kletka.language import Text

STUDY_WORDS: dict[str, Text] = {
    # Analysis.
    "analysis": Text("Analysis", "Анализ"),
    "analysis_title": Text("Analysis board: {game}", "Доска для анализа: {game}"),
    "analyse": Text("Analyse", "Анализ"),
    "engine": Text("Engine", "Движок"),
    "engine_hint": Text("Engine on or off", "Включить или выключить движок"),
    "inventor_hint": Text(
        "The inventor's advice: a second opinion", "Совет изобретателя: второе мнение"
    ),
    "inventor": Text("Inventor", "Изобретатель"),
    "group": Text("Choose pieces", "Выбрать фигуры"),
    "group_hint": Text(
        "The inventor's numbers for an attack on pieces that you choose",
        "Числа изобретателя для атаки на выбранные фигуры",
    ),
    "engine_off": Text(
        "The engine is off; turn it on with its button.", "Движок выключен; его включает кнопка."
    ),
    "engine_starts": Text("The engine is starting …", "Движок запускается …"),
    "engine_away": Text(
        "The engine is unavailable; trying again …", "Движок недоступен; пробуем ещё раз …"
    ),
    "simulations": Text("{count} simulations", "разыграно продолжений: {count}"),
    "solved": Text("solved exactly", "решено точно"),
    "stopped": Text("time limit reached", "время на анализ вышло"),
    "best_moves": Text("Best moves", "Лучшие ходы"),
    "chances": Text("Chances", "Шансы"),
    "chance_of": Text("{player}: {percent}%", "{player}: {percent}\N{NO-BREAK SPACE}%"),
    "proved_win": Text("proved win", "выигрыш доказан"),
    "proved_loss": Text("proved loss", "проигрыш доказан"),
    "proved_draw": Text("proved draw", "ничья доказана"),
    "expected_points": Text("{lead} ± {spread}", "{lead} ± {spread}"),
    "stop_move": Text("end the turn", "закончить ход"),
    # The tree.
    "variations": Text("Moves and variations", "Ходы и варианты"),
    "tree_empty": Text(
        "Play a move on the board: every line you try is kept here.",
        "Сделайте ход на доске: все испробованные варианты останутся здесь.",
    ),
    "promote": Text("Make main line", "Сделать главным вариантом"),
    "remove": Text("Delete from here", "Удалить отсюда"),
    "export_record": Text("Record with variations", "Запись с вариантами"),
    "export_json": Text("Tree as JSON", "Дерево в JSON"),
    "set_up": Text("A position or a game as text", "Позиция или партия текстом"),
    "set_up_lead": Text(
        "Paste a position or a record, and edit it as you like. The rules check it.",
        "Текст позиции или запись партии; правьте как угодно. Правила её проверят.",
    ),
    "set_up_button": Text("Put it on the board", "Поставить на доску"),
    "position_text": Text("Position or record", "Позиция или запись"),
    "faults": Text("This cannot be set up:", "Поставить это на доску нельзя:"),
    # Setting up by hand.
    "arrange": Text("Set up a position", "Расставить позицию"),
    "arranging": Text("Setting up a position", "Расстановка позиции"),
    "put_what": Text("What to put", "Что ставить"),
    "arrange_hint": Text(
        "Choose a tool, then click on the board; click again to remove.",
        "Выберите, что ставить, и щёлкайте по доске; такой же щелчок ещё раз — убрать.",
    ),
    "who_moves": Text("To move", "Чей ход"),
    "nobody_moves": Text("game over", "партия окончена"),
    "beside_board": Text("Off the board", "Вне доски"),
    "vine_from": Text(
        "From {cell}: now click a neighbouring cell.", "Из {cell}: теперь соседняя клетка."
    ),
    "arrange_faults": Text("Not a position yet:", "Это ещё не позиция:"),
    "more_faults": Text("and {count} more", "и ещё {count}"),
    "arrange_right": Text("This is a valid position.", "Такая позиция в игре возможна."),
    "done": Text("Done", "Готово"),
    "clear_board": Text("Clear the board", "Очистить доску"),
    "cancel": Text("Cancel", "Отмена"),
    "key_arrange": Text("set up a position", "расставить позицию"),
    "key_things": Text("choose what to put, when setting up", "что ставить при расстановке"),
    "play_on": Text("Play on from here", "Играть отсюда"),
    "against": Text("Against", "Соперник"),
    "other_game": Text("Another game", "Другая игра"),
    "moves_refused": Text(
        "The moves in the address are shown up to turn {number}: {why}",
        "Ходы из адреса показаны до хода {number}: {why}",
    ),
    "key_engine": Text("engine on or off", "включить или выключить движок"),
    "key_inventor": Text("the inventor's numbers", "числа изобретателя"),
    "key_hint": Text("the inventor's hint", "подсказка изобретателя"),
    "key_group": Text("choose pieces to attack", "выбрать фигуры для атаки"),
    "key_siblings": Text("another variation", "другой вариант"),
    "key_promote": Text("make it the main line", "сделать главным вариантом"),
    "key_delete": Text("delete from here", "удалить отсюда"),
    # Review.
    "review": Text("Review", "Разбор"),
    "review_title": Text("Review: {game}", "Разбор партии: {game}"),
    "review_not_over": Text(
        "A game can be reviewed when it is over.", "Разобрать партию можно, когда она окончена."
    ),
    "review_thinking": Text(
        "Analysing move {done} of {count} …", "Анализ хода {done} из {count} …"
    ),
    "review_again": Text(
        "Taking a closer look at the decisive moves …",
        "Ещё раз, подольше: ходы, которые, похоже, всё решили …",
    ),
    "review_none": Text(
        "No single move decided this game.", "Ни один ход по отдельности этой партии не решил."
    ),
    "review_broken": Text(
        "The review was interrupted; reload the page.",
        "Разбор прервался; загрузите страницу снова.",
    ),
    "decided_by": Text("What decided the game", "Что решило партию"),
    "graph_label": Text("Chances move by move: {players}", "Шансы ход за ходом: {players}"),
    "graph_point": Text("Move {number}: {chances}", "Ход {number}: {chances}"),
    "moment_head": Text("{number}. {player}: {move}", "{number}. {player}: {move}"),
    "moment_step": Text("step {part} of {turn}", "шаг {part} хода {turn}"),
    "better_line": Text("Better: {line}", "Сильнее: {line}"),
    "show_better": Text("Show on the analysis board", "Показать на доске анализа"),
    "to_game": Text("To the game", "К партии"),
    # Puzzles.
    "puzzles": Text("Puzzles", "Задачи"),
    "puzzles_title": Text("Puzzles", "Задачи"),
    "puzzles_lead": Text(
        "Found by the engine in its own games. Each has exactly one solution, and it is proved.",
        "Найдены движком в его собственных партиях. Ответ у каждой один, и он доказан.",
    ),
    "puzzle_of_the_day": Text("Puzzle of the day", "Задача дня"),
    "puzzle_done": Text("Solved", "Решена"),
    "puzzle_title": Text(
        "{game}, puzzle {number} of {count}", "{game}, задача {number} из {count}"
    ),
    "puzzle_rating": Text("Rating {rating}", "Сложность {rating}"),
    "puzzle_count": Text("Puzzles: {count}", "Задач: {count}"),
    "puzzle_side": Text("You play {player}.", "Вы играете за {player}."),
    "puzzle_go_on": Text(
        "Right! The reply is {reply}; continue.", "Верно! Соперник отвечает {reply}; продолжайте."
    ),
    "puzzle_go_on_same": Text("Right! Continue the turn.", "Верно! Продолжайте ход."),
    "puzzle_solved": Text("Solved!", "Решено!"),
    "puzzle_wrong": Text(
        "{move} is wrong: {why}. Try again.", "{move} — не то: {why}. Попробуйте ещё."
    ),
    "puzzle_wrong_later": Text(
        "{move} is wrong. Here, too, only one move is right; try again.",
        "{move} — не то. И здесь хорош только один ход; попробуйте ещё.",
    ),
    "only_loss": Text("after it, best play loses", "после него лучшая игра проигрывает"),
    "only_draw": Text("after it, best play only draws", "после него лучшая игра даёт лишь ничью"),
    "only_less": Text(
        "all moves but one give away at least {points}",
        "все ходы, кроме одного, отдают не меньше чем {points}",
    ),
    "puzzle_give_up": Text("Show the solution", "Показать решение"),
    "puzzle_shown": Text("The solution: {line}", "Решение: {line}"),
    "puzzle_next": Text("Next puzzle", "Следующая задача"),
    "streak": Text("In a row: {count}", "Подряд: {count}"),
    "streak_best": Text("best {count}", "лучшая серия {count}"),
    "solved_count": Text("Solved: {count} of {all}", "Решено: {count} из {all}"),
    "start_puzzles": Text("Solve", "Решать"),
    "start_puzzles_named": Text("Solve puzzles of {game}", "Решать задачи: {game}"),
}
