"""The job runtime compared with Celery and procrastinate, its fairness, and the cost of a claim."""
