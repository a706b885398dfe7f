"""The base of REST views: permissions, validation, pagination, ETags, errors."""
