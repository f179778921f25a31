"""What is played softly at Nim's table: stones that ring, far apart."""

from systems.view.toolkit.music import Part, Tune

TUNE = Tune(
    tempo=48,
    beats=32,
    parts=(
        Part(
            "pad", "G3+D4 - - - - - - - | F3+C4 - - - - - - - | C3+G3 - - - - - - - | D3+A3 - - - G3+D4 - - -", 1, 0.34
        ),
        Part(
            "stone",
            "G4 . . D5 | . . B4 . | . A4 . . | . . . . | F4 . . C5 | . . A4 . | . . . . | . . . . "
            "| E4 . G4 . | . C5 . . | . . D5 . | . . . . | D4 . . A4 | . . . . | G4 . . . | . . . .",
            0.5,
            0.5,
            -0.3,
        ),
        Part(
            "stone",
            ". . . . | . . . G5 | . . . . | . . D5 . | . . . . | E5 . . . | . . . C6 | . . . .",
            1,
            0.22,
            0.5,
        ),
        Part("bass", "G2 - - - . . . . | F2 - - - . . . . | C3 - - - . . . . | D3 - - - G2 - - -", 1, 0.3),
    ),
)
