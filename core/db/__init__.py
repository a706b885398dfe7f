"""Database helpers: locks, transactions, keys, optimistic locking."""
