"""A mod: a system that plays Jaipur by the cards on the table. It marks cards and confirms; the rules do the rest."""

import esper

from game.modding import AtTable, Card, ConfirmTurn, Decision, Owner, Phase, Player, Registry, SelectedCard, Slot, Zone


class FirstGood:
    """Takes the first good of the market; with a full hand it sells all cards of its most frequent good."""

    def __init__(self, table: AtTable) -> None:
        self.table, self.answered = table, 0

    def process(self, seconds: float) -> None:
        for _, (player, decision) in esper.get_components(Player, Decision):
            if decision.number != self.answered:  # once a decision
                self.answered = decision.number
                market, hand = self.cards("market", None), self.cards("hand", player.index)
                goods = [card for card, kind in market if kind != "camel"]
                held = [kind for _, kind in hand]
                most = max(held, key=held.count, default="")
                kind, picked = "take_good", goods[:1]
                if not goods:
                    kind, picked = "take_camels", [card for card, _ in market]
                elif len(hand) == 7:
                    kind, picked = "sell", [card for card, kind in hand if kind == most]
                for card in picked:
                    esper.add_component(card, SelectedCard(player.index))
                self.table.post(ConfirmTurn(player.index, kind, decision.number))

    def cards(self, zone: str, owner: int | None) -> list[tuple[int, str]]:
        found = esper.get_components(Card, Zone, Owner, Slot)
        here = [row for row in found if (row[1][1].name, row[1][2].player) == (zone, owner)]
        return [(card, parts[0].kind) for card, parts in sorted(here, key=lambda row: row[1][3].index)]


def register(registry: Registry) -> None:
    registry.system(FirstGood, Phase.PICK, games=["jaipur"], when="before")
