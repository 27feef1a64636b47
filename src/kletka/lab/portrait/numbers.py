"""Numbers as each language writes them, as texts."""

from __future__ import annotations

from kletka.lab.portrait.figures import Share
from kletka.language import Text

THIN = "\u202f"  # separates thousands in Russian
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def whole(value: int) -> Text:
    """A whole number: 1,234 and 1 234."""
    return Text(f"{value:,}", f"{value:,}".replace(",", THIN))


def decimal(value: float, digits: int = 1) -> Text:
    """A number with so many decimal places and a real minus sign."""
    text = f"{value:.{digits}f}"
    text = text.replace("-", "−" if float(text) else "")
    return Text(text, text.replace(".", ","))


def neat(value: float) -> Text:
    """A multiple of one half: 2, 1.5, −0.5."""
    return decimal(value, 0 if value == int(value) else 1)


def about(value: float) -> Text:
    """A mean; values below 20 get a decimal place."""
    return decimal(value, 0 if value >= 20 else 1)


def percent(value: float) -> Text:
    """A share of games; it reads 0 % or 100 % only if it is exactly that."""
    digits = 1 if 0 < value < 0.02 or 0.98 < value < 1 else 0
    while 0 < value < 1 and round(100 * value, digits) in (0, 100):
        digits += 1
    text = decimal(100 * value, digits)
    return Text(f"{text.en} %", f"{text.ru} %")


def share(measured: Share) -> Text:
    """A share with its uncertainty: 56 % ± 1, or the interval if it is wide or near 0 or 100 %."""
    if measured.high < 0.0005:
        return percent(measured.value)
    half = max(measured.high - measured.value, measured.value - measured.low)
    if measured.low < 0.02 or measured.high > 0.98 or half > 0.1:
        digits = 0 if half > 0.1 else 1
        low, high = decimal(100 * measured.low, digits), decimal(100 * measured.high, digits)
        value = percent(measured.value)
        return Text(f"{value.en} ({low.en}–{high.en})", f"{value.ru} ({low.ru}–{high.ru})")
    digits = 0 if half >= 0.01 else 1
    value, spread = decimal(100 * measured.value, digits), decimal(100 * half, digits)
    return Text(f"{value.en} % ± {spread.en}", f"{value.ru} % ± {spread.ru}")


def power_of_ten(exponent: float) -> str:
    return "10" + str(round(exponent)).translate(SUPERSCRIPTS)
