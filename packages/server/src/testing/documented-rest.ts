/*
 * The documented REST calls that existing clients use, each with its parameters, status and fields of the answer (of one row
 * for a list).
 */

export interface DocumentedCall {
  /** `GET /groups/:id/epics` */
  call: string;
  status: number;
  takes: readonly string[];
  /** Dotted: `references.short`. */
  answers: readonly string[];
}

const person = 'id username name state avatar_url web_url';
const links = 'self epic_issues group parent';
const epicDates = `start_date start_date_is_fixed start_date_fixed start_date_from_milestones start_date_from_inherited_source end_date
  due_date due_date_is_fixed due_date_fixed due_date_from_milestones due_date_from_inherited_source`;
const epicBase = `id work_item_id iid group_id parent_id parent_iid title description state confidential web_url references{short relative full}
  author{${person}} created_at updated_at closed_at labels upvotes downvotes color _links{${links}} imported imported_from`;
const epic = `${epicBase} reference ${epicDates}`;
const timeStats = 'time_estimate total_time_spent human_time_estimate human_total_time_spent';
const issue = `project_id id created_at iid title state assignees{${person}} assignee{${person}} type labels upvotes downvotes merge_requests_count
  author{${person}} description updated_at closed_at closed_by user_notes_count due_date start_date web_url references{short relative full}
  milestone{id iid title description state created_at updated_at due_date start_date web_url expired} moved_to_id
  time_stats{${timeStats}} confidential discussion_locked issue_type severity
  _links{self notes award_emoji project closed_as_duplicate_of} task_completion_status{count completed_count} weight
  epic_iid epic{id iid title url group_id} health_status imported imported_from has_tasks task_status`;
const note = `id type body attachment author{${person}} created_at updated_at system noteable_id noteable_type noteable_iid resolvable
  confidential internal imported imported_from`;
const emoji = `id name user{${person}} created_at updated_at awardable_id awardable_type`;
const event = `id user{${person}} created_at resource_type resource_id`;
const milestone = 'id iid title description state created_at updated_at due_date start_date web_url expired';
const iteration = 'id iid sequence group_id title description state created_at updated_at due_date start_date web_url';
const label = `id name color text_color description description_html open_issues_count closed_issues_count open_merge_requests_count
  subscribed archived`;
const todo = 'id author action_name target_type target target_url body state created_at updated_at';
const metricImage = 'id created_at filename file_path url url_text';
const epicLink = `id created_at updated_at link_type source_epic{${epicBase}} target_epic{${epicBase}}`;
const issueLink = `source_issue{id iid title} target_issue{id iid title} link_type`;
const paging = 'page per_page';
const epicList = `author_id author_username labels with_labels_details order_by sort search state created_after created_before updated_after
  updated_before include_ancestor_groups include_descendant_groups my_reaction_emoji not ${paging}`;
const epicFields = `title labels description color confidential start_date_is_fixed start_date_fixed due_date_is_fixed due_date_fixed parent_id`;
const issueFields = `title assignee_ids confidential description due_date epic_id epic_iid issue_type labels milestone_id weight`;
const issueFilters = `assignee_id assignee_username author_id author_username confidential created_after created_before epic_id iids in issue_type
  iteration_id iteration_title labels milestone milestone_id my_reaction_emoji not scope search updated_after updated_before weight health_status due_date`;
const issueList = `${issueFilters} order_by sort state with_labels_details ${paging}`;
const milestoneList = `iids state title search include_parent_milestones include_ancestors updated_before updated_after ${paging}`;
const labelList = `with_counts include_ancestor_groups search archived ${paging}`;

const GROUP_EPIC = '/groups/:id/epics/:epic_iid';
const EPIC_BY_ID = '/groups/:id/epics/:epic_id';
const ISSUE = '/projects/:id/issues/:issue_iid';

const rows: readonly [call: string, status: number, takes: string, answers: string][] = [
  ['GET /groups/:id/epics', 200, epicList, epic],
  ['POST /groups/:id/epics', 201, `${epicFields} created_at`, epic],
  [`GET ${GROUP_EPIC}`, 200, '', `${epic} subscribed`],
  [`PUT ${GROUP_EPIC}`, 200, `${epicFields} add_labels remove_labels state_event updated_at`, epic],
  [`POST ${GROUP_EPIC}/todo`, 201, '', `${todo} group{id name path kind full_path parent_id}`],
  [`GET ${GROUP_EPIC}/epics`, 200, '', epic],
  [
    `POST ${GROUP_EPIC}/epics`,
    201,
    'title confidential',
    'id iid title group_id parent_id has_children has_issues reference url relation_url',
  ],
  [`POST ${GROUP_EPIC}/epics/:child_epic_id`, 201, '', epic],
  [`PUT ${GROUP_EPIC}/epics/:child_epic_id`, 200, 'move_before_id move_after_id', epic],
  [`DELETE ${GROUP_EPIC}/epics/:child_epic_id`, 200, '', epic],
  [`GET ${GROUP_EPIC}/issues`, 200, paging, `${issue} epic_issue_id relative_position`],
  [`POST ${GROUP_EPIC}/issues/:issue_id`, 201, '', 'id epic{id iid title} issue{id iid title}'],
  [
    `PUT ${GROUP_EPIC}/issues/:epic_issue_id`,
    200,
    'move_before_id move_after_id',
    `${issue} subscribed epic_issue_id relative_position`,
  ],
  [`DELETE ${GROUP_EPIC}/issues/:epic_issue_id`, 200, '', 'id epic{id iid title} issue{id iid title}'],
  [`POST ${GROUP_EPIC}/related_epics`, 201, 'target_epic_iid target_group_id link_type', epicLink],
  [
    `GET ${GROUP_EPIC}/related_epics`,
    200,
    '',
    `${epicBase} text_color start_date end_date due_date related_epic_link_id link_type link_created_at link_updated_at`,
  ],
  [
    'GET /groups/:id/related_epic_links',
    200,
    `created_after created_before updated_after updated_before ${paging}`,
    epicLink,
  ],
  [`DELETE ${GROUP_EPIC}/related_epics/:related_epic_link_id`, 200, '', epicLink],
  [`POST ${GROUP_EPIC}/award_emoji`, 201, 'name', emoji],
  [`GET ${GROUP_EPIC}/award_emoji`, 200, '', emoji],
  [`GET ${GROUP_EPIC}/award_emoji/:award_id`, 200, '', emoji],
  [`DELETE ${GROUP_EPIC}/award_emoji/:award_id`, 204, '', ''],
  [`POST ${EPIC_BY_ID}/notes`, 201, 'body internal', note],
  [`GET ${EPIC_BY_ID}/notes`, 200, `sort order_by activity_filter ${paging}`, note],
  [`GET ${EPIC_BY_ID}/notes/:note_id`, 200, '', note],
  [`PUT ${EPIC_BY_ID}/notes/:note_id`, 200, 'body', note],
  [`DELETE ${EPIC_BY_ID}/notes/:note_id`, 204, '', ''],
  [`POST ${EPIC_BY_ID}/discussions`, 201, 'body created_at', `id individual_note notes{${note}}`],
  [`GET ${EPIC_BY_ID}/discussions`, 200, paging, `id individual_note notes{${note}}`],
  [`GET ${EPIC_BY_ID}/discussions/:discussion_id`, 200, '', `id individual_note notes{${note}}`],
  [`POST ${EPIC_BY_ID}/discussions/:discussion_id/notes`, 201, 'body created_at', note],
  [`PUT ${EPIC_BY_ID}/discussions/:discussion_id/notes/:note_id`, 200, 'body', note],
  [`DELETE ${EPIC_BY_ID}/discussions/:discussion_id/notes/:note_id`, 204, '', ''],
  [`GET ${EPIC_BY_ID}/resource_label_events`, 200, '', `${event} label{id name color description} action`],
  [`GET ${EPIC_BY_ID}/resource_label_events/:event_id`, 200, '', `${event} label{id name color description} action`],
  [`GET ${EPIC_BY_ID}/resource_state_events`, 200, '', `${event} state`],
  [`GET ${EPIC_BY_ID}/resource_state_events/:event_id`, 200, '', `${event} state`],
  [`DELETE ${GROUP_EPIC}`, 204, '', ''],

  ['GET /issues', 200, `${issueList} non_archived`, issue],
  ['GET /groups/:id/issues', 200, `${issueList} non_archived`, issue],
  ['GET /projects/:id/issues', 200, `${issueList} cursor`, issue],
  ['GET /issues/:id', 200, '', `${issue} subscribed`],
  [`GET ${ISSUE}`, 200, '', `${issue} subscribed`],
  ['POST /projects/:id/issues', 201, `${issueFields} assignee_id created_at iid`, `${issue} subscribed`],
  [
    `PUT ${ISSUE}`,
    200,
    `${issueFields} add_labels remove_labels discussion_locked state_event updated_at`,
    `${issue} subscribed`,
  ],
  [`PUT ${ISSUE}/reorder`, 200, 'move_after_id move_before_id', issue],
  [`POST ${ISSUE}/move`, 201, 'to_project_id', issue],
  [`POST ${ISSUE}/clone`, 201, 'to_project_id with_notes', issue],
  [`POST ${ISSUE}/subscribe`, 201, '', issue],
  [`POST ${ISSUE}/unsubscribe`, 201, '', `${issue} subscribed`],
  [`POST ${ISSUE}/todo`, 201, '', `${todo} project{id name name_with_namespace path path_with_namespace}`],
  ['GET /todos', 200, `action author_id project_id group_id state type ${paging}`, todo],
  ['POST /todos/:id/mark_as_done', 200, '', todo],
  ['POST /todos/mark_as_done', 204, '', ''],
  [`GET ${ISSUE}/participants`, 200, '', person],
  [`GET ${ISSUE}/related_merge_requests`, 200, '', ''],
  [`GET ${ISSUE}/closed_by`, 200, '', ''],
  [`GET ${ISSUE}/user_agent_detail`, 404, '', 'message'],
  [`POST ${ISSUE}/time_estimate`, 200, 'duration', timeStats],
  [`POST ${ISSUE}/reset_time_estimate`, 200, '', timeStats],
  [`POST ${ISSUE}/add_spent_time`, 201, 'duration summary', timeStats],
  [`POST ${ISSUE}/reset_spent_time`, 200, '', timeStats],
  [`GET ${ISSUE}/time_stats`, 200, '', timeStats],
  ['GET /issues_statistics', 200, issueFilters, 'statistics{counts{all closed opened}}'],
  ['GET /groups/:id/issues_statistics', 200, issueFilters, 'statistics{counts{all closed opened}}'],
  ['GET /projects/:id/issues_statistics', 200, issueFilters, 'statistics{counts{all closed opened}}'],
  [`POST ${ISSUE}/links`, 201, 'target_project_id target_issue_iid link_type', issueLink],
  [`GET ${ISSUE}/links`, 200, '', `${issue} issue_link_id link_type link_created_at link_updated_at`],
  [`GET ${ISSUE}/links/:issue_link_id`, 200, '', issueLink],
  [`DELETE ${ISSUE}/links/:issue_link_id`, 200, '', issueLink],
  [`POST ${ISSUE}/award_emoji`, 201, 'name', emoji],
  [`GET ${ISSUE}/award_emoji`, 200, '', emoji],
  [`GET ${ISSUE}/award_emoji/:award_id`, 200, '', emoji],
  [`DELETE ${ISSUE}/award_emoji/:award_id`, 204, '', ''],
  [`POST ${ISSUE}/notes`, 201, 'body internal created_at', `${note} project_id`],
  [`GET ${ISSUE}/notes`, 200, `sort order_by activity_filter ${paging}`, `${note} project_id`],
  [`GET ${ISSUE}/notes/:note_id`, 200, '', `${note} project_id`],
  [`PUT ${ISSUE}/notes/:note_id`, 200, 'body', `${note} project_id`],
  [`POST ${ISSUE}/notes/:note_id/award_emoji`, 201, 'name', emoji],
  [`GET ${ISSUE}/notes/:note_id/award_emoji`, 200, '', emoji],
  [`POST ${ISSUE}/discussions`, 201, 'body created_at', `id individual_note notes{${note} project_id}`],
  [`GET ${ISSUE}/discussions`, 200, paging, `id individual_note notes{${note} project_id}`],
  [`GET ${ISSUE}/discussions/:discussion_id`, 200, '', `id individual_note notes{${note} project_id}`],
  [
    `PUT ${ISSUE}/discussions/:discussion_id`,
    200,
    'resolved',
    `id individual_note notes{${note} project_id resolved resolved_by}`,
  ],
  [`POST ${ISSUE}/discussions/:discussion_id/notes`, 201, 'body created_at', `${note} project_id`],
  [`DELETE ${ISSUE}/notes/:note_id`, 204, '', ''],
  [`GET ${ISSUE}/resource_label_events`, 200, '', `${event} label{id name color description} action`],
  [`GET ${ISSUE}/resource_label_events/:event_id`, 200, '', `${event} label{id name color description} action`],
  [`GET ${ISSUE}/resource_state_events`, 200, '', `${event} source_commit source_merge_request_id state`],
  [`GET ${ISSUE}/resource_state_events/:event_id`, 200, '', `${event} source_commit source_merge_request_id state`],
  [`GET ${ISSUE}/resource_milestone_events`, 200, '', `${event} milestone{${milestone} project_id} action`],
  [`GET ${ISSUE}/resource_milestone_events/:event_id`, 200, '', `${event} milestone{${milestone} project_id} action`],
  [`GET ${ISSUE}/resource_iteration_events`, 200, '', `${event} iteration{${iteration}} action`],
  [`GET ${ISSUE}/resource_iteration_events/:event_id`, 200, '', `${event} iteration{${iteration}} action`],
  [`GET ${ISSUE}/resource_weight_events`, 200, '', `id user{${person}} created_at issue_id weight`],
  [`GET ${ISSUE}/resource_weight_events/:event_id`, 200, '', `id user{${person}} created_at issue_id weight`],
  [`POST ${ISSUE}/metric_images`, 201, '', metricImage],
  [`GET ${ISSUE}/metric_images`, 200, '', metricImage],
  [`PUT ${ISSUE}/metric_images/:image_id`, 200, '', metricImage],
  [`DELETE ${ISSUE}/metric_images/:image_id`, 204, '', ''],
  [`DELETE ${ISSUE}`, 204, '', ''],

  [
    'GET /groups/:id/iterations',
    200,
    `state search in include_ancestors include_descendants updated_before updated_after ${paging}`,
    iteration,
  ],
  [
    'GET /projects/:id/iterations',
    200,
    `state search in include_ancestors include_descendants updated_before updated_after ${paging}`,
    iteration,
  ],
  ['POST /groups/:id/milestones', 201, 'title description due_date start_date', `${milestone} group_id`],
  [
    'GET /groups/:id/milestones',
    200,
    `${milestoneList} search_title include_descendants containing_date start_date end_date`,
    `${milestone} group_id`,
  ],
  ['GET /groups/:id/milestones/:milestone_id', 200, '', `${milestone} group_id`],
  [
    'PUT /groups/:id/milestones/:milestone_id',
    200,
    'title description due_date start_date state_event',
    `${milestone} group_id`,
  ],
  ['GET /groups/:id/milestones/:milestone_id/issues', 200, paging, ''],
  ['GET /groups/:id/milestones/:milestone_id/merge_requests', 200, paging, ''],
  ['DELETE /groups/:id/milestones/:milestone_id', 204, '', ''],
  ['POST /projects/:id/milestones', 201, 'title description due_date start_date', `${milestone} project_id`],
  ['GET /projects/:id/milestones', 200, milestoneList, `${milestone} project_id`],
  [
    'PUT /projects/:id/milestones/:milestone_id',
    200,
    'title description due_date start_date state_event',
    `${milestone} project_id`,
  ],
  ['GET /projects/:id/milestones/:milestone_id/issues', 200, paging, issue],
  ['GET /projects/:id/milestones/:milestone_id/merge_requests', 200, paging, ''],
  ['POST /groups/:id/labels', 201, 'name color description archived', label],
  ['GET /groups/:id/labels', 200, `${labelList} include_descendant_groups only_group_labels`, label],
  ['GET /groups/:id/labels/:label_id', 200, 'include_ancestor_groups', label],
  ['PUT /groups/:id/labels/:label_id', 200, 'new_name color description archived', label],
  ['POST /groups/:id/labels/:label_id/subscribe', 201, '', label],
  ['POST /groups/:id/labels/:label_id/unsubscribe', 201, '', label],
  ['DELETE /groups/:id/labels/:label_id', 204, '', ''],
  ['POST /projects/:id/labels', 201, 'name color description priority archived', `${label} priority is_project_label`],
  ['GET /projects/:id/labels', 200, labelList, `${label} priority is_project_label`],
  [
    'PUT /projects/:id/labels/:label_id',
    200,
    'new_name color description priority archived',
    `${label} priority is_project_label`,
  ],
  ['POST /projects/:id/labels/:label_id/subscribe', 201, '', label],
  ['POST /projects/:id/labels/:label_id/unsubscribe', 201, '', label],
  ['PUT /projects/:id/labels/:label_id/promote', 200, '', label],
];

export const documentedCalls: readonly DocumentedCall[] = rows.map(([call, status, takes, answers]) => ({
  call,
  status,
  takes: wordsIn(takes),
  answers: fieldsIn(answers),
}));

function wordsIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** `references{short full} id` as `references`, `references.short`, `references.full`, `id`. */
function fieldsIn(text: string): string[] {
  const fields: string[] = [];
  const path: string[] = [];
  for (const [token] of text.matchAll(/[^\s{}]+|[{}]/g)) {
    if (token === '{') path.push((fields.at(-1) ?? '').split('.').at(-1) ?? '');
    else if (token === '}') path.pop();
    else fields.push([...path, token].join('.'));
  }
  return fields;
}
