"""What every training is made of: learners, trainers, ways to play many games, metrics."""
