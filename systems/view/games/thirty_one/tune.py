"""What is played softly at Thirty-one's table: a slow waltz in a small bar."""

from systems.view.toolkit.music import Part, Tune

TUNE = Tune(
    tempo=112,
    beats=72,
    parts=(
        Part(
            "bass",
            "A2 - - | E3 - - | F2 - - | C3 - - | D3 - - | A2 - - | E2 - - | E3 - -",
            1,
            0.4,
        ),
        Part(
            "keys",
            ". A3+C4+E4 A3+C4+E4 | . G3+B3+E4 G3+B3+E4 | . A3+C4+F4 A3+C4+F4 | . G3+C4+E4 G3+C4+E4 "
            "| . A3+D4+F4 A3+D4+F4 | . A3+C4+E4 A3+C4+E4 | . B3+D4+E4 B3+D4+E4 | . B3+D4+G4 B3+D4+G4",
            1,
            0.16,
            -0.35,
        ),
        Part(
            "keys",
            "E5 - - | D5 - B4 | C5 - - | . . . | F5 - E5 | C5 - - | B4 - - | . . . "
            "| A4 - B4 | D5 - - | C5 - A4 | G4 - - | A4 - D5 | E5 - C5 | B4 - - | . . . "
            "| . . . | E5 - G5 | F5 - - | E5 - C5 | D5 - - | C5 - A4 | B4 - - | - - .",
            1,
            0.36,
            0.3,
        ),
        Part("shaker", ". C4 C4", 1, 0.07, 0.5),
    ),
)
