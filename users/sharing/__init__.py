"""Teams, and sharing what a person owns: with people, teams, and whoever has a link."""
