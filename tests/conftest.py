"""Hypothesis finds the same examples in every run and has no deadline."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "kletka",
    derandomize=True,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("kletka")
