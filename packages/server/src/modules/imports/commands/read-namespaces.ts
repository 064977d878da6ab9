import { pathProblems } from '@milepost/core/namespaces';
import type { Visibility } from '@milepost/core/roles';
import type { Fields } from './fields.ts';
import { PROJECT, type Reading } from './reading.ts';

const visibilityOf: Readonly<Record<number, Visibility>> = { 0: 'private', 10: 'internal', 20: 'public' };
const DESCRIPTION_LIMIT = 1_048_576;
const MAX_BRANCH = 1_024;

/** `tree/groups/9001.json`: a group. */
export function readGroup(
  reading: Reading,
  fields: Fields,
  sourceId: number,
  parentId: number | null = fields.optionalId('parent_id'),
): void {
  // Negative for a group without an id of its own.
  if (sourceId > 0 && fields.has('id') && fields.optionalId('id') !== sourceId)
    fields.unusable('id', `must be ${sourceId}, as in the name`);
  const path = fields.text('path', 255);
  const [problem] = pathProblems(path, false);
  if (problem) throw fields.wrong('path', problem);
  const description = fields.optionalText('description', DESCRIPTION_LIMIT) ?? '';
  reading.staging.add('staged_namespaces', {
    source_id: sourceId,
    parent_source_id: parentId,
    kind: 'group',
    path,
    name: fields.optionalText('name', 255)?.trim() || path,
    description,
    description_html: reading.render(description).html,
    visibility: readVisibility(fields),
    is_archived: false,
    created_at: fields.optionalTime('created_at'),
    location: fields.location,
  });
}

/** `tree/project.json`: the project, without its name. */
export function readProject(reading: Reading, fields: Fields): void {
  reading.settings = {
    defaultBranch: fields.optionalText('default_branch', MAX_BRANCH),
    approvalsRequired: fields.optionalInteger('approvals_before_merge', 0) ?? 0,
    needsPassedChecks: fields.boolean('only_allow_merge_if_all_status_checks_passed', false),
  };
  const description = fields.optionalText('description', DESCRIPTION_LIMIT) ?? '';
  reading.staging.add('staged_namespaces', {
    source_id: PROJECT,
    kind: 'project',
    description,
    description_html: reading.render(description).html,
    visibility: readVisibility(fields),
    is_archived: fields.boolean('archived', false),
    created_at: fields.optionalTime('created_at'),
    location: fields.location,
  });
}

function readVisibility(fields: Fields): Visibility {
  const level = fields.optionalInteger('visibility_level', 0, 20) ?? 0;
  const visibility = visibilityOf[level];
  if (visibility === undefined) fields.unusable('visibility_level', 'must be 0, 10 or 20');
  return visibility ?? 'private';
}
