-- The Git repository of a project; its files are in the data folder, in a folder named by the project's id. The row exists from the
-- first push or import on.
CREATE TABLE repositories (
  project_id bigint PRIMARY KEY REFERENCES namespaces (id) ON DELETE CASCADE,
  -- Null as long as there is no branch.
  default_branch text,
  size_bytes bigint NOT NULL DEFAULT 0,
  pushed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT repositories_default_branch_is_a_name CHECK (default_branch <> '' AND length(default_branch) <= 1024)
);
