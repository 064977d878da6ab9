// The lower bounds of pages: their rows as JSON text from one statement each. The first parameter is the path of the group.

const scope = `scope AS MATERIALIZED (
    SELECT n.id, n.name, n.full_name, n.full_path FROM namespaces n, namespaces g
    WHERE g.full_path = $1 AND n.visibility = 'public' AND n.traversal_ids >= g.traversal_ids AND n.traversal_ids < ARRAY[g.id + 1]
  )`;
const rootId = '(SELECT id FROM namespaces WHERE full_path = $1)';
const home = `(SELECT json_build_object('id', s.id, 'name', s.name, 'fullName', s.full_name, 'fullPath', s.full_path)
  FROM namespaces s WHERE s.id = w.namespace_id)`;
const labels = `(SELECT json_agg(json_build_object('id', l.id, 'title', l.title, 'description', l.description, 'color', l.color,
    'textColor', l.text_color) ORDER BY l.title)
  FROM work_item_labels wl JOIN labels l ON l.id = wl.label_id WHERE wl.work_item_id = w.id)`;
const person = (id: string) =>
  `(SELECT json_build_object('id', u.id, 'name', u.name, 'username', u.username) FROM users u WHERE u.id = ${id})`;
const assignees = `(SELECT json_agg(json_build_object('id', u.id, 'name', u.name, 'username', u.username) ORDER BY u.name)
  FROM work_item_assignees a JOIN users u ON u.id = a.user_id WHERE a.work_item_id = w.id)`;
const milestone = `(SELECT json_build_object('id', m.id, 'title', m.title, 'startDate', m.start_date, 'dueDate', m.due_date)
  FROM milestones m WHERE m.id = w.milestone_id)`;
const links = `(SELECT json_agg(k.id) FROM (
  SELECT id FROM work_item_links WHERE source_id = w.id UNION ALL SELECT id FROM work_item_links WHERE target_id = w.id) AS k)`;
const sums = `'counts', (SELECT to_json(r) FROM work_item_rollups r WHERE r.work_item_id = w.id),
  'pending', (SELECT json_agg(d) FROM work_item_rollup_deltas d WHERE d.work_item_id = w.id)`;
const notes = '(SELECT count(*) FROM notes o WHERE o.work_item_id = w.id)';
const reactions = `(SELECT json_agg(json_build_object('id', r.id, 'name', r.name)) FROM reactions r WHERE r.work_item_id = w.id)`;
const own = `'id', w.id, 'iid', w.iid, 'title', w.title, 'state', w.state, 'startDate', w.start_date, 'dueDate', w.due_date,
  'confidential', w.is_confidential, 'color', w.color`;
const times = `'createdAt', w.created_at, 'updatedAt', w.updated_at, 'closedAt', w.closed_at, 'weight', w.weight, 'health', w.health_status`;
const epic = `json_build_object(${own}, ${times}, 'labels', ${labels}, 'author', ${person('w.author_id')}, 'assignees', ${assignees},
  'links', ${links}, 'notes', ${notes}, ${sums})`;
const issue = `json_build_object(${own}, ${times}, 'labels', ${labels}, 'author', ${person('w.author_id')}, 'assignees', ${assignees},
  'milestone', ${milestone}, 'links', ${links}, 'notes', ${notes},
  'epic', (SELECT json_build_object('id', p.id, 'title', p.title, 'iid', p.iid) FROM work_items p WHERE p.id = w.parent_id))`;
const treeRow = `json_build_object(${own}, 'group', ${home}, 'labels', ${labels}, 'links', ${links}, ${sums})`;
const described = `'text', w.description_html, 'group', ${home}, 'reactions', ${reactions}`;

/** Of a roadmap; the parameters are group, first and last day. The best that SQL can do with the index that the server uses. */
export const roadmapFloor = `
  WITH ${scope}, first AS MATERIALIZED (
    SELECT w.id, w.start_date_ascending AS key FROM work_items w
    WHERE w.root_id = ${rootId} AND (w.namespace_id IN (SELECT id FROM scope)) IS TRUE
      AND w.type = 'epic' AND NOT w.is_confidential AND w.state = 'opened' AND w.parent_id IS NULL
      AND (w.start_date IS NOT NULL OR w.due_date IS NOT NULL)
      AND (w.start_date IS NULL OR w.start_date <= $3::date) AND (w.due_date IS NULL OR w.due_date >= $2::date)
    ORDER BY key, w.id LIMIT 51
  )
  SELECT json_agg(json_build_object(${own}, 'hasChildrenWithinTimeframe', EXISTS (
      SELECT FROM work_items c WHERE c.parent_id = w.id AND c.type = 'epic'
      AND (c.start_date IS NOT NULL OR c.due_date IS NOT NULL) AND (c.start_date IS NULL OR c.start_date <= $3::date)
      AND (c.due_date IS NULL OR c.due_date >= $2::date)),
    'group', ${home}, 'labels', ${labels}, 'links', ${links}, ${sums}
  ) ORDER BY first.key, first.id)::text AS json FROM first JOIN work_items w ON w.id = first.id`;

const ROWS = 21;
const isListed = `NOT w.is_confidential AND w.state = 'opened'`;
const newest = `ORDER BY created_at DESC, id DESC LIMIT ${ROWS}`;
const listFloor = (row: string, first: string) => `
  WITH ${scope}, first AS MATERIALIZED (${first})
  SELECT json_agg(${row} ORDER BY first.id DESC)::text AS json FROM first JOIN work_items w ON w.id = first.id`;

/** Of the newest epics of a group: the newest of each group below it, each from an index. */
export const epicListFloor = listFloor(
  epic,
  `SELECT near.id FROM scope JOIN namespaces n ON n.id = scope.id AND n.kind = 'group' CROSS JOIN LATERAL (
    SELECT w.id, w.created_at FROM work_items w WHERE w.namespace_id = n.id AND w.type = 'epic' AND ${isListed} ${newest}
  ) AS near ORDER BY near.created_at DESC, near.id DESC LIMIT ${ROWS}`,
);
/** Of the newest issues. */
export const issueListFloor = listFloor(
  issue,
  `SELECT w.id FROM work_items w
    WHERE w.root_id = ${rootId} AND (w.namespace_id IN (SELECT id FROM scope)) IS TRUE AND w.type <> 'epic' AND ${isListed} ${newest}`,
);

/** Of an issue; the parameters are the path of its project and its number. */
export const issueFloor = `
  SELECT json_build_object('issue', ${issue}, ${described})::text AS json FROM work_items w
  WHERE w.namespace_id = ${rootId} AND w.iid = $2 AND NOT w.is_confidential`;

/** Of an epic with its children; the parameters are the path of its group and its number. */
export const epicFloor = `
  SELECT json_build_object('epic', ${epic}, ${described}, 'children', (
    SELECT json_agg(${treeRow} ORDER BY w.relative_position) FROM work_items w WHERE w.parent_id = top.id AND NOT w.is_confidential
  ))::text AS json FROM work_items top JOIN work_items w ON w.id = top.id
  WHERE top.namespace_id = ${rootId} AND top.iid = $2 AND NOT top.is_confidential`;
