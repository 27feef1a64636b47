"""Experiments that measure the games, on processes of this machine or on a cluster."""
