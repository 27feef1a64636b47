"""Words of the site that its theme does not have, or does not have in Russian."""

from __future__ import annotations

WORDS = {
    "en": {
        "name": "Kletka",
        "other_language": "По-русски",
        "theme": "Light, dark or the system's colours",
        "menu": "Menu of the site",
        "contents": "Contents of this page",
        "not_run": "Not run by the tests",
        "many_players": "3 to 8 players",
    },
    "ru": {
        "name": "Клетка",
        "other_language": "In English",
        "theme": "Светлые, тёмные или системные цвета",
        "menu": "Меню сайта",
        "contents": "Содержание страницы",
        "not_run": "Тесты это не запускают",
        "many_players": "3–8 игроков",
    },
}

# What the theme says in English, where Sphinx has no Russian for it.
IN_RUSSIAN = {
    "Back to top": "Наверх",
    "Contents": "Содержание",
    "Error": "Ошибка",
    "Home": "В начало",
    "Made with": "Сделано на",
    "Next": "Дальше",
    "On this page": "На этой странице",
    "Please activate JavaScript to enable the search functionality.": (
        "Для поиска нужен JavaScript."
    ),
    "Previous": "Назад",
    "Search": "Поиск",
    "Skip to content": "К содержанию",
}
