SELECT tree.tree_id, harvest.tree_id FROM tree JOIN harvest ON harvest.tree_id = tree.tree_id
ORDER BY tree.tree_id, harvest.harvest_id
