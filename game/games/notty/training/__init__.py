"""How Notty's networks are trained: many games in lockstep, those who play them, what is learnt."""
