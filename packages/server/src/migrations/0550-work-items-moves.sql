-- A job that moves many items to another top-level group changes each table in one statement, instead of by these triggers for each row,
-- which take most of the time. It sets milepost.moves_items for such statements (hierarchy/store/transfers.ts).
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_triggerdef(oid) FROM pg_trigger
    WHERE tgrelid = 'work_items'::regclass AND tgname IN ('work_items_change_title', 'work_items_change_ranks', 'work_items_status_of_changed',
      'work_items_keep_past', 'work_items_record_changed_timeboxes', 'work_items_changed_milestones_wait')
  LOOP
    definition := replace(definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER');
    definition := regexp_replace(definition, ' WHEN \((.*)\) EXECUTE FUNCTION ',
      ' WHEN ((\1) AND current_setting(''milepost.moves_items'', true) IS DISTINCT FROM ''on'') EXECUTE FUNCTION ');
    EXECUTE definition;
  END LOOP;
END
$$;
