"""Jobs on a cluster, with the processes of this machine to stand in for it."""

from __future__ import annotations

from collections.abc import Sequence

from kletka.web.cluster.membership import Cluster
from kletka.web.dispatching import Dispatcher, Place
from kletka.web.workers import Load, WorkerPool


class ClusterThinkers(WorkerPool):
    """Gives jobs to the workers of a cluster; while it has none, to processes of this machine."""

    def __init__(
        self,
        cluster: Cluster,
        kind: str,
        processes: int,
        load: Load,
        niceness: int,
        at_once: int,
        express: bool = False,
    ) -> None:
        super().__init__(processes, load, niceness, at_once, express)
        self._cluster, self._kind = cluster, kind
        cluster.enlist(kind, self)

    @property
    def places(self) -> Sequence[Place]:
        return [*self._cluster.lanes(self._kind), *super().places]

    @property
    def open_places(self) -> Sequence[Place]:
        if not self._cluster.settled:
            return ()
        return self._cluster.lanes(self._kind) or super().places

    @property
    def machines(self) -> int:
        return max(1, self._cluster.workers)

    def start(self) -> None:
        """Start the processes of this machine, if they are needed."""
        if self._cluster.settled and not self._cluster.workers:
            super().start()


def open_thinkers(
    cluster: Cluster | None,
    kind: str,
    processes: int,
    load: Load,
    niceness: int,
    at_once: int,
    express: bool = False,
) -> Dispatcher:
    """Thinkers of one kind: on the cluster, or on this machine if there is none."""
    if cluster is None:
        return WorkerPool(processes, load, niceness, at_once, express)
    return ClusterThinkers(cluster, kind, processes, load, niceness, at_once, express)
