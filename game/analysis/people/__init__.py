"""What a person's recorded matches come to: an index of them, statistics, a rating, positions to practise."""
