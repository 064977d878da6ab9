-- How bad an incident is. Items of other types keep what they had as incidents, and show it as unknown.
ALTER TABLE work_items
  ADD COLUMN severity text NOT NULL DEFAULT 'unknown'
    CONSTRAINT work_items_severity_is_known CHECK (severity IN ('unknown', 'low', 'medium', 'high', 'critical'));
