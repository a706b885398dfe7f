"""The tools, by noun. Importing a module registers its tools."""
