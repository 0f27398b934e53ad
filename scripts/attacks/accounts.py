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
    # Each address has a hundred guesses a minute, and two may share a place in the table of counters.
    flood = [
        ask(Client(target.url, 10 + index // 45), f"nobody-{index}", "wrong") for index in range(1800)]
    after = ask(Client(target.url, 201), identifier, "wrong")
    good = (
        before == 403 and wrong[:10] == [401] * 10 and wrong[10:] == [429] * 2 and after == 429
        # One of them may share its place with the identifier that is guessed: 1,800 of 65,536.
        and flood.count(401) >= len(flood) - 3 and set(flood) <= {401, 429}
        and ask(seller, identifier, secret) == 403)
    return good, f"1800 invented identifiers: {flood.count(401)} × 401, then a guess: {after}, the seller: {before}"


ATTACKS = [guesses]
