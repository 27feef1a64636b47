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
        "The server does not answer, so nothing was sent. Your entries are kept: try again later.",
        "Сервер не отвечает, ничего не отправлено. Введённое сохранено: попробуйте чуть позже.",
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

# The page about playing offline, and its script.
DEVICE_WORDS: dict[str, Text] = {
    "device_title": Text("Play offline", "Играть без связи"),
    "device_lead": Text(
        "Lessons, puzzles, print sheets and games at one screen also work without the server.",
        "Уроки, задачи, листы для печати и игра за одним экраном работают и без сервера.",
    ),
    "device_prepare": Text(
        "Make available offline ({size} MB)", "Сохранить на устройстве ({size} МБ)"
    ),
    "device_preparing": Text("Saving: {done} of {count} …", "Сохраняем: {done} из {count} …"),
    "device_ready": Text(
        "Ready: all of this works offline on this device.",
        "Готово: на этом устройстве всё это работает без связи.",
    ),
    "device_failed": Text(
        "Not everything could be saved. Try again when the connection is better.",
        "Сохранить удалось не всё. Попробуйте ещё раз, когда связь будет лучше.",
    ),
    "device_absent": Text(
        "On this server, boards need a connection; pages that you have seen open without one.",
        "На этом сервере доскам нужна связь; просмотренные страницы открываются и без неё.",
    ),
    "device_unsupported": Text(
        "Your browser keeps pages offline only if the site is opened with https.",
        "Браузер сохраняет страницы, только если сайт открыт по https.",
    ),
    "device_new": Text("A new game on this device", "Новая партия на этом устройстве"),
    "device_games": Text("Games on this device", "Партии на этом устройстве"),
    "device_turns": Text("turns: {count}", "ходов: {count}"),
}
