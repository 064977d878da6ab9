-- How likely an epic is to miss its goal or its dates. Items of other types keep 'none'.
ALTER TABLE work_items
  ADD COLUMN risk text NOT NULL DEFAULT 'none'
    CONSTRAINT work_items_risk_is_known CHECK (risk IN ('none', 'low', 'medium', 'high'));
