"""What is played softly at a table that nobody has written music for."""

from systems.view.toolkit.music import Part, Tune

TUNE = Tune(
    tempo=72,
    beats=48,
    parts=(
        Part("pad", "F3+C4 - - - | C3+G3 - - - | A3+E4 - - - | G3+D4 - - -", 1, 0.36),
        Part(
            "keys",
            "A4 - C5 - | E5 - - - | . . . . | D5 - B4 - | C5 - A4 - | G4 - - - | . . E4 - | D4 - - - "
            "| . . . . | E4 - G4 - | A4 - - - | . . B4 -",
            1,
            0.36,
            0.25,
        ),
        Part(
            "string",
            "F4 . C5 . A4 . C5 . | E4 . C5 . G4 . C5 . | A3 . E4 . C5 . E4 . | G3 . D4 . B4 . D4 .",
            0.5,
            0.2,
            -0.4,
        ),
        Part("bass", "F2 - - - | C3 - - - | A2 - - - | G2 - - -", 1, 0.34),
    ),
)
