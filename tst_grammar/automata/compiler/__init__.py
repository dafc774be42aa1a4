"""Turns Lark grammars into automata.

In comes a grammar as Lark has read it; out comes a network of positions, and a finite automaton made from it.
It does not know how automata are stored, or how they read a text.
"""
