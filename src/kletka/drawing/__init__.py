"""Pictures of positions: SVG for pages, text for terminals."""

from kletka.drawing.scene import sketch, svg
from kletka.drawing.terminal import text

__all__ = ["sketch", "svg", "text"]
