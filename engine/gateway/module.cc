// Removed once the module has a source of its own.
