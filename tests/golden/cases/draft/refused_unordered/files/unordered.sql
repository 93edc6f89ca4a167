SELECT variety, planted FROM tree
