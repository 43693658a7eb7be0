"""Work on the device that is done again and again, captured once as a CUDA graph."""

from __future__ import annotations

from collections.abc import Callable

import torch

Work = Callable[[], None]


def repeatable(work: Work, device: torch.device, warm_ups: int = 3) -> Work:
    """The same work, as one launch where the device can do that. It reads and writes tensors that
    stay in their places. Warming up does the work for real."""
    if device.type != "cuda":
        return work
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        for _ in range(warm_ups):
            work()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, capture_error_mode="thread_local"):
        work()
    return graph.replay
