"""Every operation, as everybody: the live routes and the live schema against tables that people wrote."""
