"""REST and GraphQL APIs of users, tokens, shares and teams."""
