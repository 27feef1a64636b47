"""The numbers of the inventors' advice, counted naively on the judges' boards.

Nothing here uses the code of the styles. Each module has `criteria(judge, moves)`: for every legal
move of a position, given by its judge and the moves played so far, the numbers by their names.
"""
