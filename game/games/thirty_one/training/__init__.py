"""How Thirty-one's networks are trained: rounds played at once on arrays, and what is learnt from them."""
