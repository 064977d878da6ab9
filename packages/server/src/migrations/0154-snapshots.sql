-- Saved plans of a group. A snapshot holds the epics of the group and everything below at one moment.
CREATE TABLE roadmap_snapshots (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  author_id bigint REFERENCES users ON DELETE SET NULL,
  name text NOT NULL,
  note text NOT NULL DEFAULT '',
  -- The schedule that saved it, and for which day; null: saved by hand.
  schedule text,
  scheduled_day date,
  status text NOT NULL DEFAULT 'pending',
  -- Percent.
  progress smallint NOT NULL DEFAULT 0,
  -- Why it failed.
  failure text,
  -- Its position among all moments, ascending in the order in which they were taken; null until it is saved.
  moment bigint,
  epic_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The moment that it shows.
  taken_at timestamptz,
  CONSTRAINT roadmap_snapshots_name_is_short CHECK (char_length(name) BETWEEN 1 AND 100),
  CONSTRAINT roadmap_snapshots_note_is_short CHECK (char_length(note) <= 1000),
  CONSTRAINT roadmap_snapshots_schedule_is_known CHECK (schedule IN ('daily', 'weekly', 'monthly')),
  CONSTRAINT roadmap_snapshots_status_is_known CHECK (status IN ('pending', 'saved', 'failed'))
);
CREATE UNIQUE INDEX roadmap_snapshots_name_is_unique ON roadmap_snapshots (namespace_id, lower(name));
CREATE UNIQUE INDEX roadmap_snapshots_once_a_day ON roadmap_snapshots (namespace_id, schedule, scheduled_day)
  WHERE schedule IS NOT NULL;
CREATE INDEX roadmap_snapshots_by_moment ON roadmap_snapshots (namespace_id, moment);
CREATE INDEX roadmap_snapshots_by_author ON roadmap_snapshots (author_id);
CREATE SEQUENCE roadmap_snapshot_moments;

-- The states of epics, each valid for the moments from `since` to before `until` (null: up to the latest). An epic that stays as
-- it is needs no row in a later snapshot. No reference to the epic: the state of a deleted one stays.
CREATE TABLE roadmap_snapshot_states (
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  work_item_id bigint NOT NULL,
  since bigint NOT NULL,
  until bigint,
  start_date date,
  due_date date,
  state text NOT NULL,
  iid integer NOT NULL,
  -- The group of the epic.
  home_id bigint NOT NULL,
  parent_id bigint,
  milestone_id bigint,
  health_status text,
  -- For each audience: audience, closed weight, total weight, closed issues, total issues.
  progress integer[] NOT NULL,
  label_ids bigint[] NOT NULL,
  title text NOT NULL,
  label_titles text[] NOT NULL,
  PRIMARY KEY (namespace_id, work_item_id, since)
);
-- The states of the latest moment, which the next one is compared with.
CREATE INDEX roadmap_snapshot_states_latest ON roadmap_snapshot_states (namespace_id, work_item_id) WHERE until IS NULL;
CREATE INDEX roadmap_snapshot_states_by_epic ON roadmap_snapshot_states (work_item_id);

-- Who could see an epic of a snapshot when it was deleted.
CREATE TABLE roadmap_snapshot_deleted_epics (
  work_item_id bigint PRIMARY KEY,
  namespace_id bigint NOT NULL REFERENCES namespaces ON DELETE CASCADE,
  is_confidential boolean NOT NULL,
  is_hidden boolean NOT NULL,
  author_id bigint,
  confidant_ids bigint[] NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX roadmap_snapshot_deleted_epics_by_namespace ON roadmap_snapshot_deleted_epics (namespace_id);

-- When snapshots of a group are saved. `last_day`: the day of the latest run, so that a missed one is made up once.
CREATE TABLE roadmap_snapshot_schedules (
  namespace_id bigint PRIMARY KEY REFERENCES namespaces ON DELETE CASCADE,
  frequency text NOT NULL,
  last_day date NOT NULL,
  CONSTRAINT roadmap_snapshot_schedules_frequency_is_known CHECK (frequency IN ('daily', 'weekly', 'monthly'))
);
