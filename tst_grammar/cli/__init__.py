"""The command line `tst`.

Arguments and standard input come in; results, messages and an exit code go out.
It knows nothing about numbers: every command calls functions that a program could call too.
"""
