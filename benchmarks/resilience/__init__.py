"""How slow or failing services influence uploads, search and jobs: `make bench-resilience`."""
