import { isWebUrl, URL_LIMIT } from '@milepost/core/text/web-urls';
import { selectFields, selectFieldsOf } from '@milepost/core/fields/select-fields';
import { isColor } from '@milepost/core/labels';
import { statusCategories, statusLimits } from '@milepost/core/statuses/statuses';
import { countTaskItems } from '@milepost/core/text/task-lists';
import {
  DESCRIPTION_LIMIT,
  TITLE_LIMIT,
  healthStatuses,
  type Severity,
  type WorkItemType,
} from '@milepost/core/work-items';
import type { StagedRow } from '../store/staged-tables.ts';
import type { Fields } from './fields.ts';
import { readEvents, readTimelogs } from './read-history.ts';
import { reportUnsupported, readNotes, readReactions } from './read-notes.ts';
import { ownerOf, readIteration, readLabel, readMilestone } from './read-planning.ts';
import { PROJECT, type Reading } from './reading.ts';

/** Nested parts that are imported, or that duplicate imported data. All others are reported. */
const known: ReadonlySet<string> = new Set([
  'author',
  'award_emoji',
  'current_status',
  'epic',
  'epic_issue',
  'issuable_severity',
  'group',
  'issue_assignees',
  'iteration',
  'label_links',
  'milestone',
  'notes',
  'parent',
  'project',
  'resource_label_events',
  'resource_milestone_events',
  'resource_state_events',
  'resource_weight_events',
  'timelogs',
  'work_item_type',
  'zoom_meetings',
]);

/** `epics.ndjson` of a group. */
export function readEpic(reading: Reading, fields: Fields, owner: number): void {
  const item = reading.nextItem();
  const parent = fields.object('parent');
  reading.staging.add('staged_items', {
    ...commonFields(reading, fields, item, 'epics'),
    owner,
    type: 'epic',
    ...epicDates(fields),
    start_sourcing_item: fields.optionalId('start_date_sourcing_epic_id'),
    due_sourcing_item: fields.optionalId('due_date_sourcing_epic_id'),
    start_sourcing_milestone: fields.optionalId('start_date_sourcing_milestone_id'),
    due_sourcing_milestone: fields.optionalId('due_date_sourcing_milestone_id'),
    color: colorOf(fields),
    ...selectsIn(fields, 'epic'),
    ...statusIn(fields),
    parent_source_id: fields.optionalId('parent_id'),
    ...parentFields(parent, owner),
    relative_position: fields.optionalInteger('relative_position', -2_147_483_648),
  });
  readExtras(reading, fields, item, owner);
}

/** Exports of the first releases have only `start_date` and `end_date`: these are imported as fixed dates. */
function epicDates(fields: Fields): StagedRow<'staged_items'> {
  const startDate = fields.day('start_date');
  const dueDate = fields.day('end_date') ?? fields.day('due_date');
  return {
    start_date: startDate,
    due_date: dueDate,
    start_date_is_fixed: fields.boolean('start_date_is_fixed', true),
    due_date_is_fixed: fields.boolean('due_date_is_fixed', true),
    start_date_fixed: fields.day('start_date_fixed') ?? (fields.has('start_date_is_fixed') ? null : startDate),
    due_date_fixed: fields.day('due_date_fixed') ?? (fields.has('due_date_is_fixed') ? null : dueDate),
  };
}

/** `issues.ndjson` of a project: issues, incidents and tasks. */
export function readIssue(reading: Reading, fields: Fields): void {
  const type = issueTypeOf(fields);
  if (type === null) {
    const name =
      fields.object('work_item_type')?.optionalText('base_type', TITLE_LIMIT) ??
      fields.optionalText('issue_type', TITLE_LIMIT);
    reading.tally.problem(fields.location, `is of the type ${JSON.stringify(name)}, which is not supported`, 'issues');
    return;
  }
  const item = reading.nextItem();
  const epicIssue = fields.object('epic_issue');
  const common = commonFields(reading, fields, item, 'issues');
  const milestone = fields.object('milestone');
  const milestoneOwner = milestone ? ownerOf(milestone) : null;
  const iteration = fields.object('iteration');
  const iterationKey = iteration ? fields.attempt(() => readIteration(reading, iteration)) : null;
  const startDate = fields.day('start_date');
  const dueDate = fields.day('due_date');
  reading.staging.add('staged_items', {
    ...common,
    owner: PROJECT,
    type,
    start_date: startDate,
    due_date: dueDate,
    start_date_is_fixed: true,
    due_date_is_fixed: true,
    start_date_fixed: startDate,
    due_date_fixed: dueDate,
    milestone_owner: milestoneOwner,
    milestone_title:
      milestone && milestoneOwner !== null
        ? fields.attempt(() => readMilestone(reading, milestone, milestoneOwner, false))
        : null,
    iteration_owner: iterationKey?.owner ?? null,
    iteration_cadence: iterationKey?.cadence ?? null,
    iteration_start: iterationKey?.start ?? null,
    iteration_due: iterationKey?.due ?? null,
    weight: fields.optionalInteger('weight', 0),
    health_status: fields.optionalChoice('health_status', healthStatuses),
    severity: severityIn(fields),
    ...selectsIn(fields, type),
    ...statusIn(fields),
    time_estimate: fields.optionalInteger('time_estimate', 0) ?? 0,
    service_desk_reply_to: fields.optionalText('service_desk_reply_to', TITLE_LIMIT)?.trim() || null,
    meeting_url: meetingOf(fields),
    ...parentFields(epicIssue?.object('epic') ?? null, null),
    relative_position:
      epicIssue?.optionalInteger('relative_position', -2_147_483_648) ??
      fields.optionalInteger('relative_position', -2_147_483_648),
  });
  fields.each('issue_assignees', (each) => {
    reading.staging.add('staged_assignees', { item, user_source_id: each.id('user_id') });
  });
  readExtras(reading, fields, item, PROJECT);
}

/** `related_epic_links.ndjson` and `issue_links.ndjson`: ids of items in the archive. */
export function readLink(reading: Reading, fields: Fields, kind: 'epic' | 'issue'): void {
  const type = fields.has('link_type')
    ? fields.choice('link_type', ['relates_to', 'blocks', 'is_blocked_by'])
    : 'relates_to';
  const ends = [fields.id('source_id'), fields.id('target_id')] as const;
  const [source, target] = type === 'is_blocked_by' ? [ends[1], ends[0]] : ends;
  if (source === target) throw fields.wrong('target_id', 'is the item itself');
  reading.staging.add('staged_links', {
    kind,
    source_source_id: source,
    target_source_id: target,
    type: type === 'relates_to' ? 'relates_to' : 'blocks',
    created_at: fields.optionalTime('created_at'),
    updated_at: fields.optionalTime('updated_at'),
    location: fields.location,
  });
}

function commonFields(reading: Reading, fields: Fields, item: number, relation: string): StagedRow<'staged_items'> {
  const description = fields.optionalText('description', DESCRIPTION_LIMIT) ?? '';
  const rendered = reading.render(description);
  const tasks = countTaskItems(description);
  const createdAt = fields.optionalTime('created_at');
  const updatedAt = fields.optionalTime('updated_at') ?? createdAt;
  const state = stateOf(fields);
  reportUnsupported(reading, fields, relation, known);
  return {
    item,
    source_id: fields.optionalId('id'),
    iid: fields.integer('iid', 1),
    title: fields.text('title', TITLE_LIMIT),
    description,
    description_html: rendered.html,
    needs_references: rendered.hasReferences,
    state,
    is_confidential: fields.boolean('confidential', false),
    is_discussion_locked: fields.boolean('discussion_locked', false),
    author_source_id: fields.optionalId('author_id'),
    closed_by_source_id: state === 'closed' ? fields.optionalId('closed_by_id') : null,
    updated_by_source_id: fields.optionalId('updated_by_id'),
    last_edited_by_source_id: fields.optionalId('last_edited_by_id'),
    created_at: createdAt,
    updated_at: updatedAt,
    closed_at: state === 'closed' ? (fields.optionalTime('closed_at') ?? updatedAt) : null,
    last_edited_at: fields.optionalTime('last_edited_at'),
    lock_version: fields.optionalInteger('lock_version', 0) ?? 0,
    task_count: tasks.total,
    task_completed_count: tasks.completed,
    location: fields.location,
  };
}

/** A copy of the parent is nested in its child: group, number and time identify it if its id does not. */
function parentFields(parent: Fields | null, ownGroup: number | null): StagedRow<'staged_items'> {
  if (!parent) return {};
  return {
    parent_source_id: parent.optionalId('id'),
    parent_owner: parent.optionalId('group_id') ?? ownGroup,
    parent_iid: parent.optionalInteger('iid', 1),
    parent_created_at: parent.optionalTime('created_at'),
  };
}

/** The nested parts of an item of any type. */
function readExtras(reading: Reading, fields: Fields, item: number, owner: number): void {
  fields.each('label_links', (link) => {
    const label = link.object('label');
    if (!label) return;
    const labelOwner = label.has('group_id') || owner === PROJECT ? ownerOf(label) : owner;
    reading.staging.add('staged_item_labels', {
      item,
      owner: labelOwner,
      title: readLabel(reading, label, labelOwner, false),
    });
  });
  readReactions(reading, fields, { item });
  readNotes(reading, fields, item);
  readTimelogs(reading, fields, { item });
  readEvents(reading, fields, { item, owner, relation: owner === PROJECT ? 'issues' : 'epics' });
}

/** The URL of the latest meeting link that was not removed. */
function meetingOf(fields: Fields): string | null {
  const urls = fields.list('zoom_meetings').filter((meeting) => !isRemoved(meeting));
  return urls.map((meeting) => meeting.optionalText('url', URL_LIMIT) ?? '').findLast(isWebUrl) ?? null;
}

/** Of an incident: a field, or a nested record. */
function severityIn(fields: Fields): Severity {
  const record = fields.object('issuable_severity') ?? fields;
  return record.optionalChoice('severity', ['low', 'medium', 'high', 'critical', 'unknown']) ?? 'unknown';
}

/** Ids up to this one are statuses of the system; all others are in the archive with name and category. */
const LAST_SYSTEM_STATUS = 5;

function statusIn(fields: Fields): StagedRow<'staged_items'> {
  const current = fields.object('current_status');
  if (!current) return {};
  const status = current.object('custom_status') ?? current;
  const name = status.optionalText('name', statusLimits.name)?.trim() || null;
  return {
    status_number:
      current.optionalInteger('system_defined_status_identifier', 1, LAST_SYSTEM_STATUS) ??
      current.optionalInteger('system_defined_status_id', 1, LAST_SYSTEM_STATUS),
    status_name: name,
    status_category: name === null ? null : status.optionalChoice('category', statusCategories),
    status_color: colorOf(status),
  };
}

function selectsIn(fields: Fields, type: WorkItemType): StagedRow<'staged_items'> {
  return Object.fromEntries(
    selectFieldsOf(type).map((name) => [name, fields.optionalChoice(name, selectFields[name].values)]),
  );
}

function isRemoved(meeting: Fields): boolean {
  return meeting.optionalChoice('issue_status', ['added', 'removed']) === 'removed';
}

function issueTypeOf(fields: Fields): WorkItemType | null {
  const name =
    fields.object('work_item_type')?.optionalText('base_type', TITLE_LIMIT) ??
    fields.optionalText('issue_type', TITLE_LIMIT) ??
    'issue';
  return (['issue', 'incident', 'task'] as const).find((type) => type === name) ?? null;
}

function colorOf(fields: Fields): string | null {
  const color = fields.optionalText('color', 64)?.trim() ?? '';
  return isColor(color) ? color : null;
}

/**
 * Exports have `state`, or `state_id` with the word or its number; an item without either is open unless it has a closing time.
 */
function stateOf(fields: Fields): 'opened' | 'closed' {
  const name = fields.has('state') ? 'state' : 'state_id';
  return fields.optionalChoice(name, ['opened', 'closed']) ?? (fields.has('closed_at') ? 'closed' : 'opened');
}
