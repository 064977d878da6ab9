-- Days that must pass after a blocker ends. A constant default: adding the column rewrites no rows.
ALTER TABLE work_item_links ADD COLUMN lag_days smallint NOT NULL DEFAULT 0;
ALTER TABLE work_item_links ADD CONSTRAINT work_item_links_lag_is_possible
  CHECK (lag_days BETWEEN 0 AND 365 AND (type = 'blocks' OR lag_days = 0));
