"""How Jaipur's network is trained."""
