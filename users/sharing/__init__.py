"""Teams, and shares: roles granted to users, teams and holders of links."""
