"""REST of jobs and, for staff, of the job runtime."""
