"""Attacks on secrets."""
import json

from .target import Client


def ask(client, identifier, secret):
    return client.ask(
        "POST", "/api/products/1/archived", json.dumps({"secret": secret}),
        {"identifier": identifier, "Content-Type": "application/json"})[0]


def guesses(target):
    """Invented identifiers neither flush the failures of an account nor lock its seller out."""
    identifier, secret = target.accounts[0]["identifier"], target.accounts[0]["secret"]
    seller = Client(target.url, 1)
    before = ask(seller, identifier, secret)
    attacker = Client(target.url, 200)
    wrong = [ask(attacker, identifier, "wrong") for _ in range(12)]
    # Each address has a hundred guesses a minute.
    flood = [
        ask(Client(target.url, 10 + index // 90), f"nobody-{index}", "wrong") for index in range(1800)]
    after = ask(Client(target.url, 201), identifier, "wrong")
    good = (
        before == 403 and wrong[:10] == [401] * 10 and wrong[10:] == [429] * 2 and after == 429
        and set(flood) == {401} and ask(seller, identifier, secret) == 403)
    return good, f"1800 invented identifiers, then a guess: {after}, the seller: {before}"


ATTACKS = [guesses]
