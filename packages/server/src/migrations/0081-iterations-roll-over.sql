-- When the open items of an iteration moved to the next one: each iteration rolls over once, whatever is put into it later.
ALTER TABLE iterations ADD COLUMN rolled_over_at timestamptz;
UPDATE iterations i SET rolled_over_at = now() FROM iteration_cadences c
WHERE c.id = i.cadence_id AND c.rolls_over AND i.due_date < (now() AT TIME ZONE 'utc')::date;
