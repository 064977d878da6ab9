-- The first steps that the home of somebody's first group shows: what cannot be read from other tables.
CREATE TABLE checklists (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  roadmap_opened_at timestamptz,
  dismissed_at timestamptz
);
