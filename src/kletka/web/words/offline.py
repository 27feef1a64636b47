"""The texts of pages while the server is away."""

from __future__ import annotations

from kletka.language import Text

OFFLINE_WORDS: dict[str, Text] = {
    "app_name": Text("Kletka", "Клетка"),
    "offline_title": Text("You are offline", "Нет связи с сервером"),
    "offline_lead": Text(
        "The server does not answer, and this page is not on this device yet.",
        "Сервер не отвечает, а этой страницы на устройстве ещё нет.",
    ),
    "offline_unsent": Text(
        "The server does not answer, so nothing was sent. Go back: your entries are still there.",
        "Сервер не отвечает, поэтому ничего не отправлено. Вернитесь назад: введённое не пропало.",
    ),
    "offline_try_again": Text("Try again", "Попробовать ещё раз"),
    "offline_go_back": Text("Go back", "Назад"),
    "offline_kept": Text("You can open these now", "Сейчас можно открыть"),
    "offline_nothing_kept": Text(
        "Pages that you have opened (lessons, puzzles, rules, print sheets) will be listed here.",
        "Здесь появятся открытые вами страницы: уроки, задачи, правила, листы для печати.",
    ),
}

# What the service worker puts on a page that it kept.
AWAY_WORDS: dict[str, Text] = {
    "away": Text(
        "You are offline. This is the copy on your device.",
        "Нет связи с сервером. Это копия с вашего устройства.",
    ),
    "back": Text("The server is back. Reload", "Связь восстановлена. Обновить"),
}
