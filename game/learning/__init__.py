"""What learns with AIs, seats and files of the user: learners at tables, trainers, and both in workers of mods."""
