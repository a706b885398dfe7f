"""The API over HTTP: latency and throughput of common operations, and the speed of uploads."""
