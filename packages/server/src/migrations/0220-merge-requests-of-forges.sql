-- A request of another forge is found again by its number there. Its times are those of the forge, so that an event that arrives
-- late changes nothing.
ALTER TABLE merge_requests ADD COLUMN forge_project text;
ALTER TABLE merge_requests ADD COLUMN forge_number integer;
ALTER TABLE merge_requests ADD COLUMN forge_updated_at timestamptz;
CREATE UNIQUE INDEX merge_requests_are_linked_once ON merge_requests (project_id, forge, forge_project, forge_number)
  WHERE forge_number IS NOT NULL;

-- The changed files of a request whose commits are not in the repository: what an archive stored.
CREATE TABLE merge_request_diffs (
  merge_request_id bigint PRIMARY KEY REFERENCES merge_requests ON DELETE CASCADE,
  files jsonb NOT NULL,
  is_cut boolean NOT NULL DEFAULT false
);
