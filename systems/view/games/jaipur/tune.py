"""What is played softly at Jaipur's table: a drone, a string over it, and hands on a drum."""

from systems.view.toolkit.music import Part, Tune

TUNE = Tune(
    tempo=84,
    beats=64,
    parts=(
        Part("pad", "D3+A3 - - - - - - - | D3+A3 - - - G3 - - - | D3+A3 - - - - - - - | C3+G3 - - - A3 - - -", 1, 0.42),
        Part(
            "string",
            "D4 . A4 . D5 . A4 . | D4 . A4 . E5 . A4 . | D4 . A4 . D5 . A4 . | G4 . A4 . C5 . A4 .",
            0.5,
            0.34,
            -0.45,
        ),
        Part(
            "string",
            ". . . . . . . . | A5 - G5 F5 - E5 D5 - | . . . . . . . . | F5 - E5 D5 - C5 A4 - "
            "| . . . . . . . . | D5 - E5 F5 - A5 G5 - | E5 - - D5 - - - - | . . . . . . . .",
            0.5,
            0.5,
            0.35,
        ),
        Part("drum", "D3 . . A3 . . D3 . | D3 . A3 . . A3 D3 .", 0.5, 0.4, 0.1),
        Part("shaker", ". . A4 . . . A4 A4", 0.5, 0.1, 0.5),
    ),
)
