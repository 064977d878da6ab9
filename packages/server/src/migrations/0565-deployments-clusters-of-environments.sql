-- What external pipelines and agents of clusters store with an environment. Milepost shows it and does nothing with it.
ALTER TABLE environments
  ADD COLUMN auto_stop_setting text NOT NULL DEFAULT 'always'
    CONSTRAINT environments_auto_stop_setting_is_known CHECK (auto_stop_setting IN ('always', 'with_action')),
  ADD COLUMN kubernetes_namespace text,
  ADD COLUMN flux_resource_path text;
