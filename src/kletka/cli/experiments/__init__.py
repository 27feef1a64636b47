"""The verb `kletka lab`, with one module for each experiment."""

from __future__ import annotations

from kletka.cli import AddVerb, Translator, verb_adder
from kletka.cli.experiments import (
    claims,
    dataset,
    fit_levels,
    komi,
    portrait,
    puzzles,
    ratings,
    readings,
    solve_table,
)


def add_verbs(verb: AddVerb, t: Translator) -> None:
    lab = verb("lab", None, t("experiments with the games", "опыты с играми"))
    experiment = verb_adder(lab, t("EXPERIMENT", "ОПЫТ"), t)
    puzzles.add_experiment(experiment, t)
    ratings.add_experiment(experiment, t)
    fit_levels.add_experiment(experiment, t)
    portrait.add_experiment(experiment, t)
    komi.add_experiment(experiment, t)
    readings.add_experiment(experiment, t)
    dataset.add_experiment(experiment, t)
    claims.add_experiment(experiment, t)
    solve_table.add_experiment(experiment, t)
