"""One game on boards of several sizes."""

from __future__ import annotations

from kletka.errors import InvalidSpec
from kletka.language import Text
from kletka.spec import Spec


def specs_of_sizes(spec: str, sizes: str) -> list[Spec]:
    """The spec on each of these boards, such as 5,7,9 or 6x6,8x8,hex5; other options are kept.

    Options whose default depends on the board, such as a supply, follow the board unless the
    spec sets them.
    """
    game = Spec(spec).game
    _, _, rest = spec.strip().partition("(")
    given = [part.strip() for part in rest.rstrip(") ").split(",") if part.strip()]
    option = "board" if "board" in Spec(spec).options else "size"
    kept = [part for part in given if part.partition("=")[0].strip() != option]
    specs = []
    for size in (part.strip() for part in sizes.split(",")):
        if not size:
            raise InvalidSpec(
                Text(
                    f"{sizes!r} is not a list of sizes; write, for example, 5,7,9 or 6x6,8x8",
                    f"{sizes!r} не список размеров; пишите, например, 5,7,9 или 6x6,8x8",
                )
            )
        value = f"{size}x{size}" if option == "board" and size.isdecimal() else size
        specs.append(Spec(f"{game}({','.join([f'{option}={value}', *kept])})"))
    return specs
