SELECT order_id AS order_id, dispatch AS dispatch FROM orders WHERE payment = :payment ORDER BY order_id
