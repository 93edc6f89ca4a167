SELECT h.harvest_id AS harvest, t.variety AS variety, t.planted AS planted, t.height AS height,
       t.irrigated AS irrigated, h.picked AS picked, date(h.picked) AS day, h.kilograms AS kilograms, h.paid AS paid,
       h.mark AS mark, h.photo AS photo, h.crates AS crates, t.note AS note
FROM harvest h LEFT JOIN tree t ON t.tree_id = h.tree_id
ORDER BY harvest
