"""The job runtime: queue, scheduler, workers and the state changes of jobs."""
