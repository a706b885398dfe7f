"""Workers and clients of the peers. They run in the environment of `benchmarks.peers`."""
