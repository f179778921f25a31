"""The project's own drawings: SVG files in `assets`, recoloured and turned into pixels of an exact size."""

import re
from collections.abc import Mapping
from importlib import resources
from io import BytesIO

import pygame

from systems.view.toolkit import shadows
from systems.view.toolkit.kept import kept

Rgb = tuple[int, int, int]
Size = tuple[int, int]
_ASSETS = resources.files("assets")


@kept(128)
def source(path: str) -> str:
    """The text of the drawing at `path` below `assets`, such as "jaipur/coin.svg"."""
    return _ASSETS.joinpath(path).read_text(encoding="utf-8")


def inside(path: str) -> str:
    """What stands between <svg …> and </svg> in a drawing: to be set into another."""
    found = re.search(r"<svg[^>]*>(.*)</svg>", source(path), re.DOTALL)
    if found is None:
        raise ValueError(f"{path} is not an SVG drawing")
    return found.group(1)


def replaced(svg: str, colours: Mapping[str, str]) -> str:
    """`svg` with each colour that is a key of `colours` swapped for its value."""
    if not colours:
        return svg
    return re.sub("|".join(map(re.escape, colours)), lambda found: colours[found.group()], svg)


def pixels(svg: str, size: Size) -> pygame.Surface:
    """The drawing with alpha, stretched to be exactly of `size`."""
    return raw_pixels(svg, size).convert_alpha()


def raw_pixels(svg: str, size: Size) -> pygame.Surface:
    """As `pixels`, but in no display's format: it can be drawn before there is a display."""
    sides = f'<svg width="{size[0]}" height="{size[1]}" preserveAspectRatio="none"'
    head, rest = svg.split(">", 1)
    head = re.sub(r' (?:width|height)="[^"]*"', "", head).replace("<svg", sides, 1)
    return pygame.image.load_sized_svg(BytesIO(f"{head}>{rest}".encode()), size)


def silhouette(path: str, size: int, colour: Rgb) -> pygame.Surface:
    """A drawing of one colour, in a square of `size`: white is drawn in `colour`, black is left out."""
    picture = pixels(source(path), (size, size))
    white = pygame.surfarray.array_red(picture).astype("uint16")
    alpha = pygame.surfarray.array_alpha(picture)
    return shadows.flat(colour, (white * alpha // 255).astype("uint8")).convert_alpha()


@kept(256)
def icon(name: str, size: int, colour: Rgb, folder: str = "shared") -> pygame.Surface:
    """A sign of one colour in a square of `size`: one of `assets/FOLDER/icon_*.svg`."""
    return silhouette(f"{folder}/icon_{name}.svg", size, colour)


@kept(4)
def window_icon(size: int) -> pygame.Surface:
    """The picture of the program for the window's title and the taskbar; needs no display mode."""
    return raw_pixels(source("shared/window.svg"), (size, size))


def glowing_frame(size: Size, height: int, colour: Rgb) -> pygame.Surface:
    """A line along the edge of a card of `size` and `height`, with a glow around it; clear in the middle."""
    line, margin, radius = max(2, round(height * 0.017)), round(height * 0.075), shadows.corner(height)
    glow = shadows.blurred_box(size, radius, height * 0.024, margin)
    picture = shadows.flat(colour, (glow * 0.75).astype("uint8"))
    inside = pygame.Rect(margin, margin, *size)
    pygame.draw.rect(picture, (*colour, 0), inside, border_radius=radius)
    x = margin - line / 2
    frame = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.get_width()} {picture.get_height()}">'
        f'<rect x="{x}" y="{x}" width="{size[0] + line}" height="{size[1] + line}" rx="{radius + line / 2}"'
        f' fill="none" stroke="{hexadecimal(colour)}" stroke-width="{line + 1}"/></svg>'
    )
    picture.blit(pixels(frame, picture.get_size()), (0, 0))
    return picture


def hexadecimal(colour: Rgb) -> str:
    """The colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def dimmed(picture: pygame.Surface) -> pygame.Surface:
    """A copy that is darker and greyer: what cannot be chosen now."""
    copy = pygame.transform.grayscale(picture)
    copy.set_alpha(150)
    faded = picture.copy()
    faded.blit(copy, (0, 0))
    faded.fill((158, 146, 160, 255), special_flags=pygame.BLEND_RGBA_MULT)
    alpha = pygame.surfarray.array_alpha(picture)
    pygame.surfarray.pixels_alpha(faded)[:] = alpha
    return faded
