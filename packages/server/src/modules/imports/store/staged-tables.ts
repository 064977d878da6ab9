import { selectFieldNames, type SelectFieldName } from '@milepost/core/fields/select-fields';
import { stagedCode } from './staged-code.ts';

const selectColumns = Object.fromEntries(selectFieldNames.map((name) => [name, 'text'])) as {
  readonly [Name in SelectFieldName]: 'text';
};

/**
 * The content of an archive, row by row, before it is merged. The tables are temporary: they belong to one connection, so a
 * killed import leaves nothing behind. `owner` is the archive's id of a group, 0 for the archive's project; `item` and `note`
 * count from 1; `location` is the position of a row in the archive.
 */
export const stagedTables = {
  staged_namespaces: {
    source_id: 'bigint',
    parent_source_id: 'bigint',
    kind: 'text',
    path: 'text',
    name: 'text',
    description: 'text',
    description_html: 'text',
    visibility: 'text',
    is_archived: 'boolean',
    created_at: 'timestamptz',
    location: 'text',
  },
  staged_users: { source_id: 'bigint', username: 'text', name: 'text', email: 'text' },
  staged_members: {
    owner: 'bigint',
    user_source_id: 'bigint',
    access_level: 'smallint',
    expires_at: 'date',
    created_at: 'timestamptz',
    location: 'text',
  },
  staged_labels: {
    owner: 'bigint',
    title: 'text',
    description: 'text',
    color: 'text',
    text_color: 'text',
    priority: 'integer',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    is_listed: 'boolean',
    location: 'text',
  },
  staged_milestones: {
    owner: 'bigint',
    source_id: 'bigint',
    iid: 'integer',
    title: 'text',
    description: 'text',
    description_html: 'text',
    state: 'text',
    start_date: 'date',
    due_date: 'date',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    is_listed: 'boolean',
    location: 'text',
  },
  staged_iterations: {
    owner: 'bigint',
    cadence_title: 'text',
    cadence_description: 'text',
    is_automatic: 'boolean',
    is_active: 'boolean',
    cadence_start_date: 'date',
    duration_in_weeks: 'smallint',
    iterations_in_advance: 'smallint',
    rolls_over: 'boolean',
    iid: 'integer',
    sequence: 'integer',
    title: 'text',
    description: 'text',
    description_html: 'text',
    start_date: 'date',
    due_date: 'date',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    location: 'text',
  },
  staged_items: {
    item: 'bigint',
    owner: 'bigint',
    source_id: 'bigint',
    iid: 'integer',
    type: 'text',
    title: 'text',
    description: 'text',
    description_html: 'text',
    needs_references: 'boolean',
    state: 'text',
    is_confidential: 'boolean',
    is_discussion_locked: 'boolean',
    author_source_id: 'bigint',
    closed_by_source_id: 'bigint',
    updated_by_source_id: 'bigint',
    last_edited_by_source_id: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    closed_at: 'timestamptz',
    last_edited_at: 'timestamptz',
    lock_version: 'integer',
    start_date: 'date',
    due_date: 'date',
    start_date_is_fixed: 'boolean',
    due_date_is_fixed: 'boolean',
    start_date_fixed: 'date',
    due_date_fixed: 'date',
    start_sourcing_item: 'bigint',
    due_sourcing_item: 'bigint',
    start_sourcing_milestone: 'bigint',
    due_sourcing_milestone: 'bigint',
    milestone_owner: 'bigint',
    milestone_title: 'text',
    iteration_owner: 'bigint',
    iteration_cadence: 'text',
    iteration_start: 'date',
    iteration_due: 'date',
    weight: 'integer',
    health_status: 'text',
    severity: 'text',
    status_number: 'integer',
    status_name: 'text',
    status_category: 'text',
    status_color: 'text',
    ...selectColumns,
    color: 'text',
    time_estimate: 'integer',
    service_desk_reply_to: 'text',
    meeting_url: 'text',
    task_count: 'integer',
    task_completed_count: 'integer',
    parent_source_id: 'bigint',
    parent_owner: 'bigint',
    parent_iid: 'integer',
    parent_created_at: 'timestamptz',
    relative_position: 'integer',
    location: 'text',
  },
  staged_item_labels: { item: 'bigint', owner: 'bigint', title: 'text' },
  staged_assignees: { item: 'bigint', user_source_id: 'bigint' },
  staged_notes: {
    note: 'bigint',
    item: 'bigint',
    discussion_id: 'text',
    is_thread: 'boolean',
    author_source_id: 'bigint',
    author_name: 'text',
    body: 'text',
    body_html: 'text',
    needs_references: 'boolean',
    is_system: 'boolean',
    system_action: 'text',
    is_internal: 'boolean',
    resolved_at: 'timestamptz',
    resolved_by_source_id: 'bigint',
    updated_by_source_id: 'bigint',
    last_edited_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  staged_reactions: {
    item: 'bigint',
    note: 'bigint',
    name: 'text',
    user_source_id: 'bigint',
    created_at: 'timestamptz',
  },
  staged_timelogs: {
    item: 'bigint',
    user_source_id: 'bigint',
    time_spent: 'integer',
    spent_at: 'timestamptz',
    created_at: 'timestamptz',
    summary: 'text',
    location: 'text',
  },
  /** `label_owner` and `title` identify a label or a milestone. */
  staged_events: {
    item: 'bigint',
    name: 'text',
    user_source_id: 'bigint',
    is_added: 'boolean',
    label_owner: 'bigint',
    title: 'text',
    weight: 'integer',
    created_at: 'timestamptz',
  },
  /** Files of the project's texts; `kept_as`: the name of their bytes on the disk. */
  staged_files: {
    file: 'bigint',
    secret: 'text',
    name: 'text',
    kept_as: 'text',
    file_name: 'text',
    byte_size: 'bigint',
    media_type: 'text',
  },
  staged_links: {
    kind: 'text',
    source_source_id: 'bigint',
    target_source_id: 'bigint',
    type: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    location: 'text',
  },
  ...stagedCode,
} as const;

interface ValueOf {
  bigint: number;
  integer: number;
  smallint: number;
  text: string;
  boolean: boolean;
  date: string;
  timestamptz: string;
}

export type StagedTable = keyof typeof stagedTables;
/** A row to stage; omitted columns are null. */
export type StagedRow<Name extends StagedTable> = {
  -readonly [Column in keyof (typeof stagedTables)[Name]]?:
    | ValueOf[(typeof stagedTables)[Name][Column] & keyof ValueOf]
    | null;
};
