"""Sentences that say what the figures mean; they hold for any figures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kletka.faces import face_of
from kletka.faces.players import Player
from kletka.lab.fair_komi import together
from kletka.lab.portrait.figures import Figures, Share
from kletka.lab.portrait.measuring import SelfPlayPlan
from kletka.lab.portrait.numbers import about, decimal, neat, percent, power_of_ten, share, whole
from kletka.lab.selfplay import FAST, FAST_SIMULATIONS
from kletka.language import Text, join, plural_en, plural_ru
from kletka.library.fair import FairKomi
from kletka.spec import Spec
from kletka.variant import variant_of


def paragraph(sentences: list[Text]) -> Text:
    """Join sentences into a paragraph."""
    return join(sentences, " ")


def agent_name(by: str) -> Text:
    """A short name of an agent, for tables and plots."""
    if by == FAST:
        return Text("fast", "быстро")
    if by.startswith("level"):
        return Text(f"level {by[5:]}", f"уровень {by[5:]}")
    return Text.plain(by)


def measured_how(plan: SelfPlayPlan, boards: int) -> Text:
    games, number = whole(plan.games), plan.games
    forms = plural_ru(number, "партию", "партии", "партий")
    played = plural_en(number, "game").removeprefix(str(number))
    each = Text(" on each board", " на каждой доске") if boards > 1 else Text("", "")
    if plan.by == FAST:
        return Text(
            f"The engine has played {games.en}{played} against itself{each.en}, with "
            f"{FAST_SIMULATIONS} simulations for each move: fast, but far from random play.",
            f"Движок сыграл сам с собой {games.ru} {forms}{each.ru}, отводя на каждый ход "
            f"{FAST_SIMULATIONS} симуляций: игра быстрая, но далеко не случайная.",
        )
    who = agent_name(plan.by)
    return Text(
        f"Equal opponents ({who.en}) have played {games.en}{played}{each.en}.",
        f"Равные соперники ({who.ru}) сыграли {games.ru} {forms}{each.ru}.",
    )


def length_paragraph(figures: Figures) -> Text:
    sentences = []
    if figures.shortest == figures.longest:
        turns = figures.longest
        sentences.append(
            Text(
                f"Every game took {plural_en(turns, 'turn')}.",
                f"Каждая партия длилась {turns} {plural_ru(turns, 'ход', 'хода', 'ходов')}.",
            )
        )
    else:
        mean = about(figures.turns)
        low, high = figures.usual_turns
        form = "хода" if "," in mean.ru else _turns_ru(round(figures.turns))
        usual = Text(f"{low} to {high}", f"от {low} до {high}")
        if low == high:
            usual = Text(f"{low}", f"{low}")
        sentences.append(
            Text(
                f"A game takes {mean.en} turns on average; nine of ten take {usual.en}, the "
                f"shortest took {figures.shortest} and the longest {figures.longest}.",
                f"Партия длится в среднем {mean.ru} {form}; девять из десяти — {usual.ru}, "
                f"самая короткая — {figures.shortest}, самая длинная — {figures.longest}.",
            )
        )
    if figures.moves_a_turn > 1.005:
        moves = Text(f"{figures.moves_a_turn:.2f}", f"{figures.moves_a_turn:.2f}".replace(".", ","))
        sentences.append(
            Text(
                f"A turn is made of {moves.en} single moves on average.",
                f"Ход состоит в среднем из {moves.ru} отдельных действий.",
            )
        )
    return paragraph(sentences)


def _turns_ru(number: int) -> str:
    return plural_ru(number, "ход", "хода", "ходов")


def choices_paragraph(figures: Figures) -> Text:
    mean, tree = about(figures.choices), power_of_ten(figures.tree)
    form = plural_ru(round(figures.choices), "хода", "ходов", "ходов")
    form = "хода" if "," in mean.ru else form
    return Text(
        f"There are {mean.en} moves to choose from on average, and at most "
        f"{figures.most_choices}. Choice by choice this makes a tree of about {tree} games.",
        f"Выбирать приходится в среднем из {mean.ru} {form}, самое большее — из "
        f"{figures.most_choices}. Выбор за выбором получается дерево примерно из {tree} партий.",
    )


OTHER_TREES = Text(
    "For comparison: estimates are 10¹²³ games for chess and 10³⁶⁰ for Go.",
    "Для сравнения: дерево шахмат оценивают в 10¹²³ партий, го — в 10³⁶⁰.",
)


def balance_paragraph(spec: Spec, figures: Figures) -> Text:
    players = variant_of(spec).players
    if len(players) > 2:
        return paragraph(_many_seats(figures, players))
    first = figures.seats[0]
    value = share(first)
    half = Text(
        "" if figures.shared.value == 0 else ", drawn games counted half",
        "" if figures.shared.value == 0 else " (ничья — за половину)",
    )
    if first.low > 0.5:
        so = Text("so it is good to move first", "так что начинать выгодно")
    elif first.high < 0.5:
        so = Text("so it is better to move second", "так что выгоднее ходить вторым")
    else:
        so = Text(
            "too close to one half to call either seat better",
            "слишком близко к половине, чтобы считать одно из мест лучшим",
        )
    white = players[0]
    sentences = [
        Text(
            f"{white.name.en}, who begins, wins {value.en} of the games{half.en}: {so.en}.",
            f"{white.name.ru} начинают и выигрывают {value.ru} партий{half.ru}: {so.ru}.",
        ),
        *_draws(spec, figures),
    ]
    if figures.fair is not None:
        sentences.append(fair_sentence(spec, figures.fair))
    return paragraph(sentences)


def _many_seats(figures: Figures, players: tuple[Player, ...]) -> list[Text]:
    even = 1 / len(players)
    shares = [
        Text(f"{player.name.en} {share(seat).en}", f"{player.name.ru.lower()} {share(seat).ru}")
        for player, seat in zip(players, figures.seats, strict=True)
    ]
    listed, equal = join(shares, ", "), percent(even)
    sentences = [
        Text(
            f"The seats' shares of the wins, in the order of play: {listed.en}; {equal.en} each "
            "would be even.",
            f"По порядку ходов на каждое место приходится побед: {listed.ru}; поровну было бы "
            f"по {equal.ru}.",
        )
    ]
    seats = list(zip(players, figures.seats, strict=True))
    better = [player.name for player, seat in seats if seat.low > even]
    worse = [player.name for player, seat in seats if seat.high < even]
    for names, en, ru in ((better, "better", "Больше"), (worse, "worse", "Меньше")):
        if names:
            who = join(names, ", ")
            sentences.append(
                Text(
                    f"Clearly {en} than even: {who.en}.",
                    f"{ru} равной доли без сомнения получают: {who.ru.lower()}.",
                )
            )
    if not better and not worse:
        sentences.append(
            Text(
                "This number of games shows no seat to be better than another.",
                "Столько партий не показывают, чтобы одно место было лучше другого.",
            )
        )
    return [*sentences, *_shared(figures)]


def _draws(spec: Spec, figures: Figures) -> list[Text]:
    words = face_of(spec.game).profile.portrait
    if not words.has_draws:
        return [Text("There are no draws in this game.", "Ничьих в этой игре не бывает.")]
    komi = spec.options[words.compensation.option] if words.compensation.option else 0
    if Fraction(komi).denominator == 2:
        return [
            Text(
                f"With half a point in the {words.compensation.name} no game is drawn.",
                "С лишней половиной очка у второго ничьих не бывает.",
            )
        ]
    if figures.shared.value == 0:
        return [Text("Not one of them was drawn.", "Ни одна не кончилась вничью.")]
    value = share(figures.shared)
    return [Text(f"Draws: {value.en}.", f"Ничьих: {value.ru}.")]


def _shared(figures: Figures) -> list[Text]:
    if figures.shared.value == 0:
        return [Text("No win was shared.", "Ни одна победа не была общей.")]
    value = share(figures.shared)
    return [
        Text(
            f"In {value.en} of the games several players share the win.",
            f"В {value.ru} партий победу делят несколько игроков.",
        )
    ]


def fair_sentence(spec: Spec, fair: FairKomi) -> Text:
    """The komi that makes games most even, from games that were played at several."""
    words = face_of(spec.game).profile.portrait
    first, name, noun = variant_of(spec).players[0], words.compensation, words.counted
    komi, then = neat(fair.komi), percent(fair.share)
    even, low, high = (decimal(value) for value in (fair.even, fair.low, fair.high))
    return Text(
        f"Played at several values, games are most even with a {name.name} of {komi.en} "
        f"{noun.en}s: {first.name.en} then gets {then.en} of the wins, over agents of "
        f"{plural_en(len(fair.levels), 'strength')}. Exactly even would be {even.en} ({low.en} to "
        f"{high.en}).",
        f"Сыгранные с разными значениями партии ровнее всего, если дать второму {name.giving} в "
        f"{komi.ru} {noun.ru[1]}: на долю {first.of.ru} приходится тогда {then.ru} побед (игроки "
        f"разной силы: {len(fair.levels)}). Совсем поровну было бы при {even.ru} (от {low.ru} до "
        f"{high.ru}).",
    )


def levels_sentence(spec: Spec, levels: Sequence[tuple[SelfPlayPlan, Figures]]) -> Text:
    """The first seat's share for players of several strengths, and of all of them together."""
    first = variant_of(spec).players[0]
    shares = [(plan.by, figures.seats[0]) for plan, figures in levels]
    listed = join([_at_level(by, seat) for by, seat in shares], ", ")
    mean, low, high = together(
        [seat.value for _, seat in shares], [(seat.high - seat.low) / 3.92 for _, seat in shares]
    )
    value, least, most = (percent(min(max(part, 0.0), 1.0)) for part in (mean, low, high))
    return Text(
        f"{first.name.en}'s share of the wins by the strength of the players: {listed.en}. With "
        f"the differences between them included: {value.en} ({least.en} to {most.en}).",
        f"Доля побед {first.of.ru} у игроков разной силы: {listed.ru}. С учётом различий между "
        f"ними: {value.ru} (от {least.ru} до {most.ru}).",
    )


def _at_level(by: str, seat: Share) -> Text:
    who, value = agent_name(by), share(seat)
    return Text(f"{who.en} {value.en}", f"{who.ru} {value.ru}")


def endings_paragraph(figures: Figures) -> Text | None:
    """In which ways games end, if the game tells them apart."""
    if not figures.endings:
        return None
    parts = []
    for ending in figures.endings:
        games, turns = percent(ending.games.value), about(ending.turns)
        drawn, first = percent(ending.shared.value), percent(ending.first.value)
        parts.append(
            Text(
                f"{ending.name.en}: {games.en} of the games, {turns.en} turns long on average, the "
                f"first seat's share of the wins {first.en}, shared wins {drawn.en}",
                f"{ending.name.ru}: {games.ru} партий, в среднем ходов {turns.ru}, доля первого в "
                f"победах {first.ru}, поделённых побед {drawn.ru}",
            )
        )
    listed = join(parts, "; ")
    return Text(f"How games ended: {listed.en}.", f"Чем кончились партии: {listed.ru}.")


def _lead_changes(figures: Figures) -> Text:
    if figures.never_changed == 1:
        return Text(
            "By the points on the board, the lead never changes.",
            "Если судить по очкам на доске, лидер не меняется никогда.",
        )
    changes, never = about(figures.lead_changes), percent(figures.never_changed)
    times = (
        "раза"
        if "," in changes.ru
        else plural_ru(round(figures.lead_changes), "раз", "раза", "раз")
    )
    rest = Text(
        f"in {never.en} of the games it never changes", f"в {never.ru} партий не меняется ни разу"
    )
    if figures.never_changed == 0:
        rest = Text("it changed in every game", "без этого не обошлась ни одна партия")
    return Text(
        f"By the points on the board, the lead changes {changes.en} times a game on average; "
        f"{rest.en}.",
        f"Если судить по очкам на доске, лидер за партию меняется в среднем {changes.ru} {times}; "
        f"{rest.ru}.",
    )


def lead_paragraph(figures: Figures) -> Text:
    sentences = [_lead_changes(figures)]
    if figures.leader_wins is None:
        sentences.append(
            Text(
                "No player was ever ahead half-way.",
                "К середине партии никто ни разу не был впереди.",
            )
        )
    else:
        wins = share(figures.leader_wins)
        sentences.append(
            Text(
                f"The player that is ahead half-way wins alone in {wins.en} of the games.",
                f"Кто впереди к середине партии, тот и побеждает один в {wins.ru} случаев.",
            )
        )
    if figures.decided is not None:
        moment = percent(figures.decided)
        sentences.append(
            Text(
                f"On average the winner takes the lead for good after {moment.en} of the moves.",
                f"Победитель выходит вперёд насовсем, когда сыграно в среднем {moment.ru} ходов.",
            )
        )
    return paragraph(sentences)


def material_paragraph(spec: Spec, figures: Figures) -> Text | None:
    """How many pieces are removed and used up, in games where that happens."""
    sentences = []
    if figures.taken is not None:
        removed, taken = face_of(spec.game).profile.portrait.removed, about(figures.taken)
        sentences.append(Text(removed.en.format(taken.en), removed.ru.format(taken.ru)))
    if figures.used is not None:
        sentences.append(_supply_used(figures, figures.used))
    return paragraph(sentences) if sentences else None


def _supply_used(figures: Figures, mean: float) -> Text:
    used = about(mean)
    share = percent(figures.used_up or 0.0)
    used_up = Text(
        f"in {share.en} of the games that player has none left at the end",
        f"в {share.ru} партий у него к концу ничего не остаётся",
    )
    if not figures.used_up:
        used_up = Text("no player ever used all of it", "весь его не истратили ни разу")
    return Text(
        f"Of a supply of {figures.supply} the player that needs most uses {used.en} on average, "
        f"and at most {figures.most_used}; {used_up.en}.",
        f"Из запаса в {figures.supply} тот, кому нужно больше всех, тратит в среднем "
        f"{used.ru}, самое большее {figures.most_used}; {used_up.ru}.",
    )


def others_paragraph(spec: Spec, plan: SelfPlayPlan, figures: Figures) -> Text:
    """A sentence about other agents on the same board."""
    who, turns, first = agent_name(plan.by), about(figures.turns), share(figures.seats[0])
    games = whole(plan.games)
    word = plural_en(plan.games, "game").removeprefix(str(plan.games))
    form = plural_ru(plan.games, "партия", "партии", "партий")
    begins = variant_of(spec).players[0]
    return Text(
        f"Played by another agent ({who.en}, {games.en}{word}): {turns.en} turns a game, "
        f"{begins.name.en} gets {first.en} of the wins.",
        f"У других игроков ({who.ru}, {games.ru} {form}): ходов за партию {turns.ru}, на долю "
        f"{begins.of.ru} приходится {first.ru} побед.",
    )
