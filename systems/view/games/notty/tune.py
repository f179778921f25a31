"""What is played softly at Notty's table: mallets that play about."""

from systems.view.toolkit.music import Part, Tune

TUNE = Tune(
    tempo=104,
    beats=64,
    parts=(
        Part("bass", "C3 - - G2 - - C3 - | A2 - - E3 - - A2 - | F2 - - C3 - - F2 - | G2 - - D3 - - G2 -", 0.5, 0.5),
        Part(
            "mallet",
            "C4 E4 G4 . E4 G4 . E4 | A3 C4 E4 . C4 E4 . C4 | F4 A4 C5 . A4 C5 . A4 | G4 B4 D5 . B4 D5 . B4",
            0.5,
            0.32,
            -0.4,
        ),
        Part(
            "mallet",
            "G5 . . E5 . . C5 . | . . . . . . . . | A5 . . C6 . . A5 . | . G5 . . . . . . "
            "| E5 . . G5 . . E5 . | . D5 . C5 . . . . | F5 . A5 . G5 . E5 . | D5 . . . . . . .",
            0.5,
            0.36,
            0.4,
        ),
        Part("pad", "E4+G4 - - - | C4+E4 - - - | A3+C4 - - - | B3+D4 - - -", 1, 0.12),
        Part("shaker", ". . C4 . . . C4 .", 0.5, 0.1, 0.2),
    ),
)
