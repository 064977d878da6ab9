-- Adds the data that `milepost generate` omits and that issue lists can filter or sort by. Triggers are disabled: roll-ups do not need it.
SET session_replication_role = replica;
INSERT INTO work_item_assignees (work_item_id, user_id)
SELECT w.id, 1 + (w.id * 7919 + turn) % 5000 FROM work_items w CROSS JOIN generate_series(1, 2) AS turn
WHERE w.root_id = :root AND w.type <> 'epic' AND w.id % 10 < CASE turn WHEN 1 THEN 7 ELSE 1 END;
INSERT INTO iteration_cadences (id, namespace_id, title) VALUES (900001, :root, 'Fortnights');
INSERT INTO iterations (id, cadence_id, namespace_id, iid, sequence, title, start_date, due_date)
SELECT 900000 + turn, 900001, :root, turn, turn, 'Fortnight ' || turn, '2025-12-01'::date + 14 * turn, '2025-12-01'::date + 14 * turn + 13
FROM generate_series(1, 40) AS turn;
UPDATE work_items w SET
  type = CASE WHEN w.id % 50 = 0 THEN 'incident' WHEN w.id % 50 = 1 THEN 'task' ELSE w.type END,
  is_confidential = w.id % 40 = 2,
  iteration_id = CASE WHEN w.id % 5 < 2 THEN 900001 + (w.id / 5) % 40 END,
  due_date = CASE WHEN w.id % 3 = 0 THEN '2025-01-01'::date + (w.id % 997)::integer END,
  due_date_fixed = CASE WHEN w.id % 3 = 0 THEN '2025-01-01'::date + (w.id % 997)::integer END
WHERE w.root_id = :root AND w.type <> 'epic'
  AND (w.id % 50 < 2 OR w.id % 40 = 2 OR w.id % 5 < 2 OR w.id % 3 = 0);
UPDATE labels SET priority = 1 + id % 5 WHERE namespace_id = :root AND id % 10 = 0;
INSERT INTO reactions (work_item_id, user_id, name)
SELECT w.id, 1 + (w.id + turn) % 5000, 'thumbsup' FROM work_items w CROSS JOIN generate_series(1, 3) AS turn
WHERE w.root_id = :root AND w.type <> 'epic' AND w.id % 20 < turn;
INSERT INTO reactions (work_item_id, user_id, name)
SELECT w.id, u.id, 'rocket' FROM users u, work_items w
WHERE u.username = 'bench' AND w.root_id = :root AND w.type <> 'epic' AND w.id % 1000 = 5;
RESET session_replication_role;
