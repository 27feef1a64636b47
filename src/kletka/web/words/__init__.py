"""The texts of the pages in English and Russian."""

from __future__ import annotations

from kletka.language import Text
from kletka.web.words.game import GAME_WORDS
from kletka.web.words.lessons import LEARN_WORDS
from kletka.web.words.offline import DEVICE_WORDS, OFFLINE_WORDS
from kletka.web.words.study import STUDY_WORDS

_PAGES: dict[str, Text] = {
    # All pages.
    "menu_new_game": Text("Play", "Играть"),
    "menu_recent_games": Text("Games", "Партии"),
    "replay": Text("Replay", "Просмотр"),
    "rules": Text("Rules", "Правила"),
    "other_language": Text("Русский", "English"),
    "theme": Text("Light or dark", "Светлая или тёмная тема"),
    "skip": Text("Skip to content", "К содержанию"),
    "main_menu": Text("Main menu", "Главное меню"),
    "documentation": Text("Documentation", "Документация"),
    "api": Text("For bots: the API", "Для ботов: API"),
    "made_of": Text(
        "Games invented with a pencil. No account, no ads.",
        "Игры, придуманные с карандашом в руке. Без регистрации и рекламы.",
    ),
    # Home.
    "home_title": Text("Games from squared paper", "Игры на клетчатой бумаге"),
    "home_lead": Text(
        "Play right away: against a bot, on one screen, or with a friend by link.",
        "Играйте сразу: с ботом, вдвоём за одним экраном или по ссылке для друга.",
    ),
    "play": Text("Play", "Играть"),
    "play_named": Text("Play {game} against a bot", "Играть с ботом: {game}"),
    "with_friends": Text("With friends", "С друзьями"),
    "with_friends_named": Text("With friends: {game}", "С друзьями: {game}"),
    "live_board": Text(
        "Bots are playing {game}. Play it yourself.", "Боты играют: {game}. Сыграть самому."
    ),
    "live_board_hint": Text("Click to play", "Нажмите, чтобы сыграть"),
    # New game.
    "new_title": Text("A new game of {game}", "Новая партия: {game}"),
    "board_and_rules": Text("Board and rules", "Доска и правила"),
    "presets": Text("Presets", "Готовые наборы"),
    "seats": Text("Who plays", "Кто играет"),
    "opponents_bots": Text("Against a bot", "С ботом"),
    "opponents_link": Text("A friend by link", "С другом по ссылке"),
    "opponents_here": Text("On one screen", "За одним экраном"),
    "by_lot": Text("Draw the colours by lot", "Разыграть цвета по жребию"),
    "by_lot_hint": Text(
        "The server decides who gets which seat when the game starts.",
        "Кому какое место, решит сервер, когда партия начнётся.",
    ),
    "preview": Text("The board", "Доска"),
    "cells": Text("{count} cells", "{count} кл."),
    "about_turns": Text("about {count} moves", "ходов: около {count}"),
    "more_rules": Text("More rules", "Другие правила"),
    "games": Text("Games", "Игры"),
    "seat_me": Text("Me", "Я"),
    "seat_here": Text("Another player at this screen", "Другой игрок за этим экраном"),
    "seat_link": Text("A player invited by link", "Игрок по ссылке"),
    "seat_bots": Text("Bots", "Боты"),
    "seat_level": Text("Bot, level {level}", "Бот, уровень {level}"),
    "seat_inventor": Text("Bot in the inventor's style", "Бот в стиле изобретателя"),
    "level_first": Text("(for beginners)", "(для новичков)"),
    "level_last": Text("(the strongest)", "(самый сильный)"),
    "name": Text("Name", "Имя"),
    "name_hint": Text("Name (optional)", "Имя (необязательно)"),
    "my_name": Text("Your name", "Ваше имя"),
    "optional": Text("optional", "необязательно"),
    "claim_beforehand": Text(
        "Without a clock nobody is hurried, but a player who stays away for 10 minutes when it is "
        "their turn can lose the game.",
        "Без часов можно не спешить, но кто в свой ход уйдёт больше чем на 10 минут, "
        "тому могут засчитать поражение.",
    ),
    "clock": Text("Clock", "Часы"),
    "clock_none": Text("No clock", "Без часов"),
    "clock_real": Text("Minutes per game", "Минуты на партию"),
    "clock_days": Text("Days per move", "Дни на ход"),
    "minutes": Text("Minutes per player", "Минут каждому"),
    "increment": Text("Seconds added per move", "Секунд добавки за ход"),
    "days": Text("Days", "Дней"),
    "watching": Text("Who may watch", "Кто может смотреть"),
    "watch_all": Text(
        "Everyone; the game is listed under recent games", "Все; партия видна среди недавних"
    ),
    "watch_link": Text("Only people with the link", "Только те, у кого есть ссылка"),
    "start": Text("Start the game", "Начать партию"),
    "form_wrong": Text(
        "The game was not started: please correct the marked fields.",
        "Партия не начата: исправьте, пожалуйста, отмеченное ниже.",
    ),
    "must_be": Text("It must be {allowed}.", "Нужно {allowed}."),
    "wrong_seat": Text("Choose a player from the list.", "Выберите, кто здесь играет, из списка."),
    "long_name": Text(
        "A name may have at most {most} characters.", "В имени может быть не больше {most} знаков."
    ),
    "wrong_clock": Text("Choose one of the three clocks.", "Выберите одни из трёх часов."),
    "wrong_minutes": Text(
        "Minutes must be a number from 0.5 to 180.", "Минут должно быть от 0,5 до 180."
    ),
    "wrong_increment": Text(
        "Added seconds must be a whole number from 0 to 180.",
        "Добавка должна быть целым числом секунд от 0 до 180.",
    ),
    "wrong_days": Text(
        "Days must be a whole number from 1 to 30.", "Дней должно быть целое число от 1 до 30."
    ),
    "form_expired": Text(
        "This form has expired; nothing is lost, please send it again.",
        "Форма устарела; ничего не пропало, отправьте её, пожалуйста, ещё раз.",
    ),
    # Recent games, replay, rules.
    "recent_title": Text("Recent public games", "Недавние открытые партии"),
    "no_games": Text(
        "No public games yet. Start the first one!", "Открытых партий ещё нет. Начните первую!"
    ),
    "older": Text("Older games", "Более ранние партии"),
    "live": Text("Live", "Идёт сейчас"),
    "going_on": Text("Not finished", "Не окончена"),
    "replay_title": Text("Replay a game", "Посмотреть записанную партию"),
    "replay_lead": Text(
        "Paste a record or choose a file: text or JSON, as Kletka writes them.",
        "Вставьте запись партии или выберите файл: текст или JSON, как их пишет «Клетка».",
    ),
    "record": Text("Record", "Запись партии"),
    "record_file": Text("or a file", "или файл"),
    "replay_button": Text("Replay", "Показать партию"),
    "no_record": Text(
        "There is no record yet: paste one or choose a file.",
        "Записи пока нет: вставьте её или выберите файл.",
    ),
    "large_record": Text(
        "The record is too large; the limit is {most} KB.",
        "Запись слишком велика: можно прочитать не больше {most} КБ.",
    ),
    "not_text": Text(
        "This file is not text; a record is a text file or JSON.",
        "Это не текстовый файл; запись партии бывает текстом или JSON.",
    ),
    "solved_title": Text("Solved exactly", "Решено точно"),
    "solved_lead": Text(
        "With best play on both sides, without komi:", "При лучшей игре обеих сторон, без коми:"
    ),
    "solved_lead_plain": Text("With best play on both sides:", "При лучшей игре обеих сторон:"),
    "fair_title": Text("Fair komi", "Честное коми"),
    "fair_lead": Text(
        "Measured in games of the engine with several values of komi. The fairest are:",
        "Измерено партиями движка с разными коми. Ближе всего к равным шансам:",
    ),
    "fair_board": Text("{komi} (White wins {share}%)", "{komi} (белые выигрывают {share} %)"),
    "readings_title": Text("Two readings, measured", "Два прочтения в числах"),
    "readings_lead": Text(
        "Where the inventor's text can be read in two ways, an option decides. This is what each "
        "reading does to the game, measured in games of the engine against itself; 95% intervals "
        "are in brackets.",
        "Где фразу текста можно понять двояко, выбирает настройка. Вот что каждое прочтение делает "
        "с игрой — по партиям движка с самим собой. У долей в скобках 95-процентные интервалы.",
    ),
    "solved_more": Text(
        "Boards and options solved in total: {count}. Run kletka solve to see the best moves.",
        "Всего решено досок и вариантов правил: {count}. Лучшие ходы покажет команда kletka solve.",
    ),
    "rules_title": Text("Rules of {game}", "Правила игры «{game}»"),
    # When something is wrong.
    "error_404_title": Text("An empty square", "Пустая клетка"),
    "error_404": Text(
        "There is nothing here: the address may be mistyped, or the game no longer exists.",
        "Здесь ничего нет: возможно, в адресе опечатка или такой партии больше нет.",
    ),
    "no_documentation_title": Text("Not built yet", "Ещё не собрано"),
    "no_documentation": Text(
        "This server has no documentation yet; the command “make docs” builds it in a minute.",
        "На этом сервере документации пока нет; команда «make docs» соберёт её за минуту.",
    ),
    "error_403_title": Text("Not allowed", "Сюда нельзя"),
    "error_403": Text(
        "This form cannot be sent from here. Please open its page again and try once more.",
        "Отсюда эту форму отправить нельзя; откройте страницу заново и попробуйте ещё раз.",
    ),
    "error_413_title": Text("Too much paper", "Слишком много бумаги"),
    "error_413": Text("The request is too large.", "Запрос слишком велик."),
    "error_429_title": Text("A little slower", "Чуть помедленнее"),
    "error_429": Text(
        "Too many requests in a short time. Please try again in {seconds} s.",
        "Слишком много запросов подряд. Попробуйте, пожалуйста, снова через {seconds} с.",
    ),
    "error_500_title": Text("The pencil broke", "Сломался карандаш"),
    "error_500": Text(
        "Something went wrong on our side. The game is saved; please reload the page.",
        "Что-то пошло не так на нашей стороне. Партия сохранена; загрузите страницу ещё раз.",
    ),
    "error_503_title": Text("One moment", "Минутку"),
    "error_503": Text(
        "The server is busy. Please try again in {seconds} s.",
        "Сервер сейчас занят. Попробуйте, пожалуйста, снова через {seconds} с.",
    ),
    "error_link_title": Text("This link does not work", "Ссылка не подходит"),
    "error_link": Text(
        "This link does not belong to a seat of this game. Ask for a new one; you can still watch.",
        "Эта ссылка не даёт места в партии. Попросите новую; смотреть партию можно и так.",
    ),
    "error_taken_title": Text("This seat is taken", "Место занято"),
    "error_taken": Text(
        "Somebody is already playing here; you can watch the game. If that is you: "
        "“Share and save” on the game's page has a link for your other devices.",
        "Место по этой ссылке уже заняли; партию можно смотреть. Если его заняли вы сами: "
        "ссылка для других устройств есть на странице партии, в разделе «Поделиться и сохранить».",
    ),
    # The page of a seat's link.
    "take_seat_title": Text("You are invited to play {game}", "Вас зовут сыграть: {game}"),
    "take_seat_colour": Text("Your seat: {player}.", "Ваше место: {player}."),
    "take_seat_lead": Text(
        "Once you take the seat it is yours alone, and the link lets nobody else in.",
        "Место станет только вашим: больше никто по этой ссылке его не займёт.",
    ),
    "invited_by": Text("{name} invites you.", "Вас приглашает {name}."),
    "take_seat": Text("Take this seat", "Занять это место"),
    "take_own_seat_title": Text("Continue here", "Продолжить здесь"),
    "take_own_seat_lead": Text(
        "This is a player's own link: it opens the seat in this browser too.",
        "Это личная ссылка игрока: она откроет место и в этом браузере.",
    ),
    "take_own_seat": Text("Play here", "Играть здесь"),
    "watch_game": Text("Watch the game", "Смотреть партию"),
    "back_home": Text("Back to the games", "К играм"),
}

WORDS: dict[str, Text] = {
    **_PAGES,
    **GAME_WORDS,
    **LEARN_WORDS,
    **STUDY_WORDS,
    **OFFLINE_WORDS,
    **DEVICE_WORDS,
}


def translate(language: str, key: str, **values: object) -> str:
    """The text of a key in a language, with its placeholders filled in."""
    return WORDS[key].say(language).format(**values)


def script_words(language: str) -> dict[str, str]:
    """The texts for the script of the game page, with their placeholders."""
    return {key: text.say(language) for key, text in GAME_WORDS.items()}
