"""The influence of slow and failing services on uploads, search and jobs: `make bench-resilience`."""
