"""For authors of plug-ins: names that stay where they are, whatever moves behind them (ADR 0017)."""
