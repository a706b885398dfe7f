"""What operators use: dead letters, monitoring, schedules, settings, clean-up."""
