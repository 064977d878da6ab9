import { MAX_DESCRIPTION, MAX_TITLE } from '@milepost/core/merge-requests/rules';
import { hunksOf, limitDiffs, type FileDiff } from '../../repositories/store/diffs.ts';
import { isRefName } from '../../repositories/store/names.ts';
import type { StagedRow } from '../store/staged-tables.ts';
import type { Fields } from './fields.ts';
import { readRequestNotes, reportUnsupported } from './read-notes.ts';
import { ownerOf, readLabel, readMilestone } from './read-planning.ts';
import type { Reading } from './reading.ts';

const MAX_BRANCH = 1_024;
const MAX_PATH = 4_096;
const MAX_DIFF = 32 * 1024 * 1024;
const NAME_LIMIT = 255;

/** Nested parts that are imported, or that duplicate imported data. All others are reported. */
const known: ReadonlySet<string> = new Set([
  'approvals',
  'author',
  'label_links',
  'merge_params',
  'merge_request_assignees',
  'merge_request_diff',
  'merge_request_reviewers',
  'metrics',
  'milestone',
  'notes',
]);

/** `merge_requests.ndjson` of a project. */
export function readMergeRequest(reading: Reading, fields: Fields): void {
  const request = reading.next('request');
  const description = fields.optionalText('description', MAX_DESCRIPTION) ?? '';
  const rendered = reading.render(description);
  const createdAt = fields.optionalTime('created_at');
  const diff = fields.object('merge_request_diff');
  const milestone = fields.object('milestone');
  const milestoneOwner = milestone ? ownerOf(milestone) : null;
  const branches = branchesOf(fields);
  reading.staging.add('staged_requests', {
    request,
    source_id: fields.optionalId('id'),
    iid: fields.integer('iid', 1),
    title: fields.text('title', MAX_TITLE),
    description,
    description_html: rendered.html,
    needs_references: rendered.hasReferences,
    ...branches,
    ...stateOf(fields, reading),
    author_source_id: fields.optionalId('author_id'),
    milestone_owner: milestoneOwner,
    milestone_title:
      milestone && milestoneOwner !== null
        ? fields.attempt(() => readMilestone(reading, milestone, milestoneOwner, false))
        : null,
    head_sha: (diff && shaIn(diff, 'head_commit_sha')) ?? shaIn(fields, 'diff_head_sha'),
    base_sha: diff && shaIn(diff, 'base_commit_sha'),
    squash: fields.boolean('squash', false),
    removes_source_branch: fields.object('merge_params')?.boolean('force_remove_source_branch', false) ?? false,
    merge_commit_sha: shaIn(fields, 'merge_commit_sha'),
    squash_commit_sha: shaIn(fields, 'squash_commit_sha'),
    lock_version: fields.optionalInteger('lock_version', 0) ?? 0,
    created_at: createdAt,
    updated_at: fields.optionalTime('updated_at') ?? createdAt,
    location: fields.location,
  });
  readPeople(reading, fields, request);
  fields.each('label_links', (link) => {
    const label = link.object('label');
    if (!label) return;
    const owner = ownerOf(label);
    reading.staging.add('staged_request_labels', { request, owner, title: readLabel(reading, label, owner, false) });
  });
  readRequestNotes(reading, fields, request);
  if (diff) readDiff(reading, diff, request);
  reportUnsupported(reading, fields, 'merge requests', known);
}

/** The source branch of a fork is not in the archive: its name is made one that no branch can have. */
function branchesOf(fields: Fields): StagedRow<'staged_requests'> {
  const [source, target] = [fields.text('source_branch', MAX_BRANCH), fields.text('target_branch', MAX_BRANCH)];
  for (const [name, branch] of [
    ['source_branch', source],
    ['target_branch', target],
  ] as const) {
    if (!isRefName(branch)) throw fields.wrong(name, 'must be the name of a branch');
  }
  const [from, into] = [fields.optionalId('source_project_id'), fields.optionalId('target_project_id')];
  if (into !== null && from !== into) {
    return { source_branch: `fork${from === null ? '' : `-${from}`}:${source}`, target_branch: target };
  }
  if (source === target) throw fields.wrong('source_branch', 'must differ from target_branch');
  return { source_branch: source, target_branch: target };
}

/** `locked` is the state while a merge runs, which ended with the export. */
function stateOf(fields: Fields, reading: Reading): StagedRow<'staged_requests'> {
  const name = fields.has('state') ? 'state' : 'state_id';
  const metrics = fields.object('metrics');
  const found = fields.optionalChoice(name, ['opened', 'closed', 'merged', 'locked']) ?? 'opened';
  const state = found === 'locked' ? 'opened' : found;
  const updatedAt = fields.optionalTime('updated_at') ?? reading.timeOf(fields);
  if (state === 'merged') {
    return {
      state,
      merged_at: metrics?.optionalTime('merged_at') ?? fields.optionalTime('merged_at') ?? updatedAt,
      merged_by_source_id: metrics?.optionalId('merged_by_id') ?? fields.optionalId('merge_user_id'),
    };
  }
  if (state === 'opened') return { state };
  return {
    state,
    closed_at: metrics?.optionalTime('latest_closed_at') ?? fields.optionalTime('closed_at') ?? updatedAt,
    closed_by_source_id: metrics?.optionalId('latest_closed_by_id') ?? null,
  };
}

function readPeople(reading: Reading, fields: Fields, request: number): void {
  const lists = {
    merge_request_assignees: 'assignee',
    merge_request_reviewers: 'reviewer',
    approvals: 'approver',
  } as const;
  for (const [list, role] of Object.entries(lists)) {
    fields.each(list, (each) => {
      const created_at = each.optionalTime('created_at');
      reading.staging.add('staged_request_people', { request, role, user_source_id: each.id('user_id'), created_at });
    });
  }
  const assignee = fields.list('merge_request_assignees').length > 0 ? null : fields.optionalId('assignee_id');
  if (assignee !== null) {
    reading.staging.add('staged_request_people', { request, role: 'assignee', user_source_id: assignee });
  }
}

function readDiff(reading: Reading, diff: Fields, request: number): void {
  const files: FileDiff[] = [];
  diff.each('merge_request_diff_files', (file) => files.push(fileOf(file)));
  const { files: shown, isCut } = limitDiffs(files);
  if (shown.length === 0) return;
  reading.staging.add('staged_request_diffs', { request, body: JSON.stringify(shown), is_cut: isCut });
}

function fileOf(file: Fields): FileDiff {
  const newPath = file.text('new_path', MAX_PATH);
  const text = file.optionalText('utf8_diff', MAX_DIFF) ?? file.optionalText('diff', MAX_DIFF) ?? '';
  return {
    oldPath: file.optionalText('old_path', MAX_PATH) ?? newPath,
    newPath,
    oldMode: modeIn(file, 'a_mode'),
    newMode: modeIn(file, 'b_mode'),
    diff: file.boolean('binary', false) ? '' : hunksOf(text),
    isNew: file.boolean('new_file', false),
    isRenamed: file.boolean('renamed_file', false),
    isDeleted: file.boolean('deleted_file', false),
    isTooLarge: file.boolean('too_large', false),
    isCollapsed: false,
  };
}

function modeIn(file: Fields, name: string): string {
  const mode = file.optionalText(name, NAME_LIMIT) ?? '';
  return /^[0-7]{1,6}$/.test(mode) ? mode.padStart(6, '0') : '000000';
}

function shaIn(fields: Fields, name: string): string | null {
  const sha = fields.optionalText(name, NAME_LIMIT);
  return sha !== null && /^[0-9a-f]{40}$/.test(sha) ? sha : null;
}
