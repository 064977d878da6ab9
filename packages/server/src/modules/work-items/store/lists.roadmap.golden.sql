select w.id, w.root_id, w.namespace_id, w.iid, w.type, w.title, w.state, w.status_id, w.is_confidential, w.is_hidden, w.is_discussion_locked, w.is_imported, w.author_id, w.closed_by_id, w.updated_by_id, w.last_edited_by_id, w.created_at, w.updated_at, w.closed_at, w.last_edited_at, w.lock_version, w.start_date, w.due_date, w.start_date_is_fixed, w.due_date_is_fixed, w.start_date_fixed, w.due_date_fixed, w.start_date_sourcing_work_item_id, w.due_date_sourcing_work_item_id, w.start_date_sourcing_milestone_id, w.due_date_sourcing_milestone_id, w.milestone_id, w.iteration_id, w.weight, w.health_status, w.severity, w.risk, w.color, w.time_estimate, w.task_count, w.task_completed_count, w.parent_id, w.ancestor_ids, w.relative_position, w.duplicated_to_id, w.moved_to_id, w.promoted_to_id, n.traversal_ids, n.visibility, n.full_path AS namespace_path, n.kind AS namespace_kind, n.archived_at IS NOT NULL OR n.transfer_started_at IS NOT NULL AS is_archived, n.transfer_started_at IS NOT NULL AS is_transferring, n.deleted_at IS NOT NULL AS is_deleted, n.disabled_features, CASE WHEN w.is_confidential THEN ARRAY(SELECT a.user_id
FROM work_item_assignees a
WHERE a.work_item_id = w.id) ELSE '{}' END as "confidant_ids", ARRAY["found"."key"::text, "found"."tie_1"::text, "found"."tie_2"::text] as "sort_key"
from "work_items" as "w"
inner join "namespaces" as "n" on "n"."id" = "w"."namespace_id"
inner join (WITH scope AS MATERIALIZED (SELECT n.id, "n"."traversal_ids" && $1::bigint[] AS is_insider
FROM namespaces n
WHERE n.kind = $2
AND ("n"."traversal_ids" >= $3::bigint[]
AND "n"."traversal_ids" < $4::bigint[])
AND (("n"."visibility" IN ('public', 'internal') OR "n"."traversal_ids" && $5::bigint[])
AND "n"."deleted_at" IS NULL)),
page AS MATERIALIZED (SELECT w.id, w.start_date_ascending AS "key", lower(w.title) AS "tie_1", w.iid AS "tie_2"
FROM work_items w
WHERE w.root_id = $6
AND (w.namespace_id IN (SELECT id
FROM scope)) IS TRUE
AND w.type = 'epic'
AND (("w"."id" IN (SELECT work_item_id
FROM hidden_work_items)) IS NOT TRUE
AND (NOT "w"."is_confidential" OR (w.namespace_id IN (SELECT id
FROM scope
WHERE is_insider)) IS TRUE OR "w"."author_id" = $7 OR "w"."id" = ANY(ARRAY(SELECT mine.work_item_id
FROM work_item_assignees mine
WHERE mine.user_id = $8))))
AND ((w.state = $9) IS TRUE)
AND (least("w"."start_date", "w"."due_date") IS NOT NULL
AND ("w"."start_date" > $10::date) IS NOT TRUE
AND ("w"."due_date" < $11::date) IS NOT TRUE)
AND true
ORDER BY "key" ASC, "tie_1" ASC, "tie_2" ASC, "id" ASC
LIMIT 101) SELECT *
FROM page) as "found" on "found"."id" = "w"."id"
ORDER BY "found"."key" ASC, "found"."tie_1" ASC, "found"."tie_2" ASC, "found"."id" ASC
