"""How far apart two colours are for people: CIEDE2000, and what those see who lack a kind of cone."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from colorspacious import cspace_convert
from numpy.typing import NDArray

DEFICIENCIES = ("protanomaly", "deuteranomaly", "tritanomaly")
"""As colorspacious calls them; at full severity they are protanopia, deuteranopia and tritanopia."""
FULL = 100
Rgb = tuple[int, ...]
Lab = NDArray[np.float64]


def seen(colours: Sequence[Rgb], deficiency: str | None) -> Lab:
    """Colours (n x 3, 0 to 255) in CIE L*a*b* (n x 3) as they are seen with a deficiency at full severity, None:
    without one. The simulation is that of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
    Simulation of Color Vision Deficiency", 2009, by their matrices; what leaves sRGB is held to it."""
    values = np.array([colour[:3] for colour in colours], dtype=float) / 255
    if deficiency is not None:
        space = {"name": "sRGB1+CVD", "cvd_type": deficiency, "severity": FULL}
        values = np.clip(cspace_convert(values, space, "sRGB1"), 0, 1)
    return np.asarray(cspace_convert(values, "sRGB1", "CIELab"))


def difference(one: Any, other: Any) -> Any:
    """CIEDE2000 of colours in L*a*b* (... x 3): 1 is just seen. Source: Sharma, Wu and Dalal, "The CIEDE2000
    Color-Difference Formula", 2005, equations 2 to 22."""
    (l1, a1, b1), (l2, a2, b2) = (
        np.moveaxis(np.asarray(one, float), -1, 0),
        np.moveaxis(np.asarray(other, float), -1, 0),
    )
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    c1, c2 = np.hypot(a1 * stretch, b1), np.hypot(a2 * stretch, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1 * stretch)) % 360, np.degrees(np.arctan2(b2, a2 * stretch)) % 360
    grey = c1 * c2 == 0
    turn = np.where(grey, 0.0, (h2 - h1 + 180) % 360 - 180)
    light, chroma = l2 - l1, c2 - c1
    hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn) / 2)
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    mean_h = np.where(grey, h1 + h2, (h1 + turn / 2) % 360)
    t = (
        1
        - 0.17 * np.cos(np.radians(mean_h - 30))
        + 0.24 * np.cos(np.radians(2 * mean_h))
        + 0.32 * np.cos(np.radians(3 * mean_h + 6))
        - 0.20 * np.cos(np.radians(4 * mean_h - 63))
    )
    s_l = 1 + 0.015 * (mean_l - 50) ** 2 / np.sqrt(20 + (mean_l - 50) ** 2)
    s_c, s_h = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    rotation = (
        -2 * np.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)) * np.sin(np.radians(60 * np.exp(-(((mean_h - 275) / 25) ** 2))))
    )
    light, chroma, hue = light / s_l, chroma / s_c, hue / s_h
    return np.sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def closest(colours: Mapping[Any, Rgb]) -> tuple[float, str]:
    """The least difference of any two colours, with or without a deficiency, and which two with which that is."""
    names = list(colours)
    found = []
    for deficiency in (None, *DEFICIENCIES):
        lab = seen([colours[name] for name in names], deficiency)
        for one, other in combinations(range(len(names)), 2):
            words = f"{names[one]} and {names[other]}, {deficiency or 'seen by all'}"
            found.append((float(difference(lab[one], lab[other])), words))
    return min(found)
