"""Attacks on connections: idle ones, forwarded addresses, descriptors, malformed heads.

An attack takes a `Target` and returns whether the server has withstood, and a text."""

ATTACKS = []
