INSERT INTO sales VALUES(1,'<img src=x onerror=alert(1)>','2026-01-01',9223372036854775807,'99999999999999999999.10','open');
INSERT INTO sales VALUES(2,'</td><script>alert(2)</script>','2026-01-02',-1,'0.10','open');
INSERT INTO sales VALUES(3,'south & "west"','2026-01-03',9007199254740993,'12.50','open');
INSERT INTO sales VALUES(4,'a zone with a name that is much longer than what a bar''s label has room for','2026-01-07',5,'3.00','open');
INSERT INTO sales VALUES(5,'north','2026-01-04',40,'7.00','closed');
INSERT INTO sales VALUES(6,'north','2026-01-05',25,'7.00','closed');
INSERT INTO sales VALUES(7,'north','2026-01-09',70,'7.00','closed');
INSERT INTO sales VALUES(8,'north','2026-01-12',55,'7.00','closed');
