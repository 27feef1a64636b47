"""The texts of the game page and its script."""

from __future__ import annotations

from kletka.language import Text

GAME_WORDS: dict[str, Text] = {
    # Whose turn, and how it ended.
    "your_turn": Text("Your turn", "Ваш ход"),
    "turn_of": Text("{player} to move", "Ход: {player}"),
    "turn_of_colour": Text("{player} to move", "Ход {of}"),
    "you_passed": Text("You passed.", "Вы спасовали."),
    "player_passed": Text("{player} passed.", "{player}: пас."),
    "points_of": Text("{points} of {goal}", "{points} из {goal}"),
    "in_words": Text("Turns in words", "Ходы словами"),
    "next_level": Text("Try the next level", "Попробовать следующий уровень"),
    "bot_thinks": Text("{player} is thinking …", "{player}: бот думает …"),
    "waiting": Text(
        "Waiting for {player}: send the link below", "Ждём соперника ({player}): пошлите ссылку"
    ),
    "game_over": Text("The game is over", "Партия окончена"),
    "you_won": Text("You won!", "Вы победили!"),
    "you_lost": Text("You lost", "Вы проиграли"),
    "shared": Text("A draw", "Ничья"),
    "wins": Text("{player} wins", "Победа: {player}"),
    "share_win": Text("{players} share the win", "Победу делят: {players}"),
    "imported": Text("A replayed record", "Запись партии"),
    # Players.
    "players": Text("Players", "Игроки"),
    "you": Text("you", "вы"),
    "bot_level": Text("Bot, level {level}", "Бот, уровень {level}"),
    "hint": Text("Hint", "Подсказка"),
    "hint_away": Text(
        "Hints are unavailable; trying again …", "Подсказка недоступна; пробуем ещё раз …"
    ),
    "group_empty": Text(
        "Click the opponents' pieces that you want to attack.",
        "Щёлкните по фигурам соперников, которые хотите атаковать.",
    ),
    "group_chosen": Text("Under attack: {cells}", "Атакуем: {cells}"),
    "bot_inventor": Text("Inventor's bot", "Бот изобретателя"),
    "online": Text("here", "на месте"),
    "offline": Text("not here now", "сейчас не здесь"),
    # Absent players.
    "away_now": Text("{player} is away.", "{player}: сейчас не здесь."),
    "away_for": Text(
        "{player} has been away for {minutes} min.", "{player}: нет на месте уже {minutes} мин."
    ),
    "away_your_turn": Text(
        "You can still move: they will see it when they are back.",
        "Ходить можно и так: соперник увидит ход, когда вернётся.",
    ),
    "still_thinking": Text("{player} is still thinking.", "{player}: всё ещё думает."),
    "claim_win_in": Text(
        "If they are not back in {minutes} min, you can claim the win.",
        "Если соперник не вернётся за {minutes} мин., вы сможете засчитать себе победу.",
    ),
    "claim_win_now": Text(
        "You can claim the win now, or keep waiting.",
        "Теперь можно засчитать себе победу или подождать ещё.",
    ),
    "go_on_in": Text(
        "If they are not back in {minutes} min, the game can go on without them.",
        "Если игрок не вернётся за {minutes} мин., партию можно будет продолжить без него.",
    ),
    "go_on_now": Text(
        "The game can go on without them now, or you can keep waiting.",
        "Теперь можно играть без этого игрока или подождать ещё.",
    ),
    "claim_win": Text("Claim the win", "Засчитать победу"),
    "go_on_without": Text("Play on without them", "Играть дальше без него"),
    "remind": Text("Remind", "Напомнить"),
    "send_link": Text("Send the link", "Послать ссылку"),
    "reminder_sent": Text(
        "Reminder sent: the page of the game shows it, now or when it is opened next.",
        "Напоминание отправлено: его видно на странице партии, сразу или при следующем заходе.",
    ),
    "reminded_you": Text("{player} reminds you: it is your turn.", "{player} напоминает: ваш ход."),
    "your_turn_in": Text("It is your turn in {game}:", "Ваш ход, игра «{game}»:"),
    "link_copied": Text("The link is copied.", "Ссылка скопирована."),
    "watchers": Text("watching: {count}", "смотрят: {count}"),
    "retired_resign": Text("resigned", "партия сдана"),
    "retired_time": Text("out of time", "время вышло"),
    "retired_left": Text("left", "вне игры"),
    # The board and the turn under way.
    "board_label": Text(
        "Board. Move with the arrow keys, play with Enter.",
        "Доска. Стрелки ведут по клеткам, Enter делает ход.",
    ),
    "cell_can": Text("you can play here", "сюда можно пойти"),
    "cell_from": Text("you can move from here", "отсюда можно пойти"),
    "chosen_or_again": Text(
        "From {cell}: choose a destination, or tap it again to play there.",
        "С {cell}: выберите, куда, или нажмите на неё ещё раз, чтобы сыграть здесь.",
    ),
    "enlarged": Text(
        "Enlarged: tap the cell again, or drag the board.",
        "Увеличено: нажмите на клетку ещё раз или сдвиньте доску.",
    ),
    "land_at_end": Text(
        "Territory is always shown at the end of a game", "В конце партии территория видна всегда"
    ),
    "whole_board": Text("Whole board", "Вся доска"),
    "chosen_from": Text(
        "From {cell}: choose a destination. Esc cancels.",
        "С {cell}: выберите, куда. Esc — отмена.",
    ),
    "which_one": Text("Several moves end here. Which one?", "Сюда ведут разные ходы. Какой?"),
    "takes": Text("{move} takes {cells}", "{move} берёт {cells}"),
    "turn_so_far": Text(
        "Your turn so far: {turn}. Continue or end it.",
        "Ваш ход пока: {turn}. Продолжайте или закончите.",
    ),
    "turn_must_go_on": Text(
        "Your turn so far: {turn}. It must continue.",
        "Ваш ход пока: {turn}. Его нужно продолжить.",
    ),
    "end_turn": Text("End the turn", "Закончить ход"),
    "give_up_turn": Text("Cancel", "Отменить"),
    "confirm_move": Text("Play {turn}?", "Сыграть {turn}?"),
    "confirm_play": Text("Play", "Сыграть"),
    "confirm_no": Text("No", "Нет"),
    "not_your_turn": Text("It is not your turn.", "Сейчас не ваш ход."),
    "you_watch": Text("You are watching this game.", "Вы смотрите эту партию."),
    "past_position": Text(
        "You are looking at an earlier position; go to the last one to play.",
        "Вы смотрите более раннюю позицию; чтобы ходить, вернитесь к последней.",
    ),
    "rule_link": Text("Rule {rule}", "Правило {rule}"),
    "announce_turn": Text("{player}: {turn}.", "{player}: {turn}."),
    "announce_takeback": Text("Taken back to turn {number}.", "Партия возвращена к ходу {number}."),
    # Connection.
    "connected": Text("Connected", "Связь есть"),
    "reconnecting": Text("Reconnecting …", "Восстанавливаем связь …"),
    "turn_waits": Text(
        "There is no connection. {turn} will be sent when the server is back.",
        "Нет связи. Ход {turn} уйдёт, когда сервер ответит.",
    ),
    "turn_too_late": Text(
        "{turn} was not played: meanwhile the game has moved on.",
        "Ход {turn} не сделан: партия тем временем ушла вперёд.",
    ),
    "server_away": Text("The server is away.", "Сервер недоступен."),
    "go_on_here": Text("Go on playing on this device", "Играть дальше на этом устройстве"),
    "not_sent": Text(
        "The connection was lost before the move was confirmed; the board will catch up.",
        "Связь прервалась, и ход не подтверждён; всё станет видно, когда она вернётся.",
    ),
    # Buttons.
    "pass": Text("Pass", "Пас"),
    "pass_sure": Text("Pass this turn?", "Действительно пасовать?"),
    "resign": Text("Resign", "Сдаться"),
    "resign_sure": Text("Resign the game?", "Действительно сдаться?"),
    "resign_yes": Text("Yes, resign", "Да, сдаться"),
    "resign_no": Text("Play on", "Играть дальше"),
    "takeback": Text("Take back", "Вернуть ход"),
    "takeback_asked": Text("You asked to take back a move", "Вы просите вернуть ход"),
    "takeback_offered": Text("{player} asks to take back a move", "{player}: просьба вернуть ход"),
    "rematch_asked": Text("You asked for a rematch", "Вы предложили реванш"),
    "rematch_offered": Text("{player} asks for a rematch", "{player}: предложение реванша"),
    "accept": Text("Agree", "Согласиться"),
    "decline": Text("Decline", "Отклонить"),
    "declined": Text("Declined.", "Предложение отклонено."),
    "rematch": Text("Rematch", "Реванш"),
    "to_rematch": Text("To the rematch", "К реваншу"),
    "first": Text("First position", "К началу"),
    "back": Text("Back", "Назад"),
    "forward": Text("Forward", "Вперёд"),
    "last": Text("Last position", "К последней позиции"),
    "rotate": Text("Rotate the board", "Повернуть доску"),
    "territory": Text("Territory", "Территория"),
    "targets": Text("Legal moves", "Возможные ходы"),
    "sound": Text("Sound", "Звук"),
    "confirm": Text("Confirm moves", "Подтверждать ходы"),
    "keys": Text("Keys", "Клавиши"),
    "close": Text("Close", "Закрыть"),
    "turns": Text("Turns", "Ходы"),
    # Sharing.
    "share": Text("Share and save", "Поделиться и сохранить"),
    "invite": Text("Invite", "Пригласить"),
    "invite_lead": Text(
        "Send each player their own link. The first to take a seat keeps it.",
        "Пошлите каждому игроку его ссылку. Место достанется тому, кто займёт его первым.",
    ),
    "my_seat": Text("Your own seat", "Ваше место"),
    "my_seat_lead": Text(
        "Open this link on another device to continue there.",
        "Откройте эту ссылку на другом устройстве и продолжайте играть там.",
    ),
    "qr": Text("QR code", "QR-код"),
    "qr_of": Text("QR code of the link for {player}", "QR-код ссылки: {player}"),
    "copy": Text("Copy", "Скопировать"),
    "copied": Text("Copied", "Скопировано"),
    "watch_link_label": Text("For watchers", "Для зрителей"),
    "record_text": Text("Record", "Запись"),
    "record_json": Text("JSON", "JSON"),
    "picture_svg": Text("SVG", "SVG"),
    "picture_png": Text("PNG", "PNG"),
    "film": Text("GIF", "GIF"),
    "embed": Text("Embed this board", "Вставить на свою страницу"),
    # Keys.
    "key_turns": Text("one turn back or forward", "на ход назад или вперёд"),
    "key_ends": Text("first and last position", "начало и последняя позиция"),
    "key_tab": Text(
        "to the board; move there with the arrow keys", "к доске; там стрелки ведут по клеткам"
    ),
    "key_enter": Text("play on the cell", "пойти на клетку"),
    "key_space": Text("move from the cell", "пойти с клетки"),
    "key_end": Text("end a turn that could go on", "закончить ход, который можно продолжить"),
    "key_esc": Text("cancel an unsent move", "отменить неотправленное"),
    "key_rotate": Text("rotate the board", "повернуть доску"),
    "key_territory": Text("territory on or off", "показать или скрыть территорию"),
    "key_help": Text("this list", "этот список"),
    "noscript": Text(
        "Playing needs JavaScript; without it you can only see the position.",
        "Чтобы играть, нужен JavaScript; без него видна только позиция.",
    ),
}
