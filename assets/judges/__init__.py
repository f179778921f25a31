"""Makes the networks by which Notty is judged."""
