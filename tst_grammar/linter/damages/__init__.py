"""Finds damaged numbers that the grammar of annotated text reads as separate words.

A line of text comes in, and the places of damaged numbers go out. What is wrong with them is not known here.
"""
