"""Operations for staff: dead letters, monitoring, schedules, settings, clean-up."""
