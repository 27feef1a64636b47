"""Pictures as PNG, by a renderer that does not support CSS custom properties."""

from __future__ import annotations

from kletka.drawing.flat import flat_stylesheet, without_style
from kletka.extras import need

with need("web"):
    import resvg_py


def png(picture: str, width: int, dark: bool = False) -> bytes:
    """An SVG picture of this package as PNG."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=without_style(picture),
            width=width,
            style_sheet=flat_stylesheet(dark),
            font_family="Georgia",
            serif_family="DejaVu Serif",
        )
    )
