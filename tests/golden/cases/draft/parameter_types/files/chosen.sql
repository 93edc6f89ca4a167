-- Every comparison gives its parameter a type.
SELECT h.harvest_id AS harvest
FROM harvest h JOIN tree t ON t.tree_id = h.tree_id
WHERE t.tree_id >= :tree AND t.variety = :variety AND :day > t.planted AND t.height <= :height
  AND h.kilograms <> :kilograms AND t.irrigated = :irrigated AND h.picked >= :picked
  AND strftime('%Y-%m', h.picked) = :month AND round(h.kilograms, :rounded) > 1
  AND upper(t.variety) LIKE :letter AND t.note LIKE '%' || :part || '%'
ORDER BY harvest
