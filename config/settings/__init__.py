"""Settings, one file per concern. `local` for one machine, `production`, `test`."""
