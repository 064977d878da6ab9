-- Adds what analytics count in addition to issues: the start of work on 60 % of the closed issues, 100 merge requests and 200 deployments for each
-- project, and a project with 2,000 open requests and 6,000 comments. Triggers are disabled: nothing else is derived from these rows.
SET session_replication_role = replica;
UPDATE work_items w SET started_at = created_at + (closed_at - created_at) * ((id % 7) / 10.0)
WHERE w.root_id = :root AND w.type <> 'epic' AND w.closed_at IS NOT NULL AND w.id % 5 < 3;
CREATE TEMPORARY TABLE bench_projects AS
SELECT id, row_number() OVER (ORDER BY id) AS place FROM namespaces WHERE kind = 'project' AND traversal_ids[1] = :root;
INSERT INTO merge_requests (project_id, iid, title, state, author_id, source_branch, target_branch, created_at, updated_at, merged_at)
SELECT p.id, turn, 'Change ' || turn, CASE turn % 10 WHEN 0 THEN 'opened' WHEN 1 THEN 'closed' ELSE 'merged' END, 1 + (p.id + turn) % 5000,
  'change-' || turn, 'main', made.at, made.at, CASE WHEN turn % 10 > 1 THEN made.at + make_interval(hours => (turn * 17 % 300)::integer) END
FROM bench_projects p CROSS JOIN generate_series(1, 100) AS turn
CROSS JOIN LATERAL (SELECT timestamptz '2023-02-01' + make_interval(hours => (turn * 300 + p.id % 300)::integer) AS at) AS made;
INSERT INTO merge_requests (project_id, iid, title, state, author_id, source_branch, target_branch, created_at, updated_at)
SELECT p.id, turn, 'Open change ' || turn, 'opened', 1 + turn % 5000, 'open-' || turn, 'main', made.at, made.at
FROM bench_projects p CROSS JOIN generate_series(1001, 3000) AS turn
CROSS JOIN LATERAL (SELECT timestamptz '2026-01-01' + make_interval(hours => (turn - 1000)::integer) AS at) AS made
WHERE p.place = 1;
INSERT INTO merge_request_notes (merge_request_id, discussion_id, author_id, body, created_at, updated_at)
SELECT m.id, m.id || '-' || turn, 1 + (m.author_id + turn) % 5000, 'Read', m.created_at + make_interval(hours => turn * 3), m.created_at
FROM merge_requests m CROSS JOIN generate_series(1, 3) AS turn
WHERE m.iid > 1000;
INSERT INTO environments (project_id, name, slug, tier, state)
SELECT p.id, tier, tier, tier, 'available' FROM bench_projects p CROSS JOIN unnest(ARRAY['production', 'staging']) AS tier;
INSERT INTO deployments (iid, project_id, environment_id, status, ref, is_tag, sha, created_at, updated_at, finished_at)
SELECT turn * 2 + (e.tier = 'staging')::integer, e.project_id, e.id, CASE WHEN turn % 10 = 0 THEN 'failed' ELSE 'success' END, 'main', turn % 7 = 0,
  repeat('a', 40), made.at, made.at, made.at + interval '20 minutes'
FROM environments e CROSS JOIN generate_series(1, 100) AS turn
CROSS JOIN LATERAL (SELECT timestamptz '2023-02-02' + make_interval(hours => (turn * 300 + e.id % 300)::integer) AS at) AS made
WHERE e.project_id IN (SELECT id FROM bench_projects)
ORDER BY made.at;
RESET session_replication_role;
