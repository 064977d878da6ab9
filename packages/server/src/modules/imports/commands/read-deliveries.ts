import { approvalStatuses, MAX_APPROVAL_COMMENT, MAX_REQUIRED_APPROVALS } from '@milepost/core/deployments/approvals';
import {
  environmentProblems,
  environmentStates,
  environmentTiers,
  tierOfName,
} from '@milepost/core/deployments/environments';
import { isFinal, type DeploymentStatus } from '@milepost/core/deployments/deployments';
import { sentencesOf } from '@milepost/core/errors';
import { checkProblem } from '@milepost/core/merge-requests/rules';
import { UnknownRecordError, type Fields } from './fields.ts';
import { reportUnsupported } from './read-notes.ts';
import { PROJECT, type Reading } from './reading.ts';

const NAME_LIMIT = 255;
const URL_LIMIT = 2_048;
const REF_LIMIT = 1_024;
const MAX_COUNT = 1_000;

/** In the order of their numbers. */
const statuses = ['created', 'running', 'success', 'failed', 'canceled', 'skipped', 'blocked'] as const;

/** `environments.ndjson` of a project, with or without its deployments. */
export function readEnvironment(reading: Reading, fields: Fields): void {
  const name = fields.text('name', NAME_LIMIT);
  const externalUrl = fields.optionalText('external_url', URL_LIMIT) || null;
  const description = fields.optionalText('description', URL_LIMIT) || null;
  const ofName = environmentProblems({ name });
  if (ofName) throw fields.wrong('name', sentencesOf(ofName).join(', '));
  const isUrlFine = environmentProblems({ externalUrl }) === null;
  if (!isUrlFine) fields.unusable('external_url', 'must be an address of http or https');
  const createdAt = fields.optionalTime('created_at');
  const id = fields.optionalId('id');
  reading.staging.add('staged_environments', {
    environment: reading.next('environment'),
    source_id: id,
    name,
    slug: fields.optionalText('slug', NAME_LIMIT),
    description,
    external_url: isUrlFine ? externalUrl : null,
    tier:
      (fields.has('tier') ? fields.attempt(() => fields.enumeration('tier', environmentTiers)) : null) ??
      tierOfName(name),
    state: fields.optionalChoice('state', environmentStates) ?? 'available',
    created_at: createdAt,
    updated_at: fields.optionalTime('updated_at') ?? createdAt,
    location: fields.location,
  });
  fields.each('deployments', (each) => stageDeployment(reading, each, { id, name }));
  reportUnsupported(reading, fields, 'environments', knownOfEnvironments);
}

const knownOfEnvironments: ReadonlySet<string> = new Set(['deployments', 'project', 'last_deployment']);

/** `deployments.ndjson` of a project. Each names its environment by id, or has a copy of it. */
export function readDeployment(reading: Reading, fields: Fields): void {
  const environment = fields.object('environment');
  stageDeployment(reading, fields, {
    id: fields.optionalId('environment_id') ?? environment?.optionalId('id') ?? null,
    name: environment?.optionalText('name', NAME_LIMIT) ?? null,
  });
}

function stageDeployment(
  reading: Reading,
  fields: Fields,
  environment: { id: number | null; name: string | null },
): void {
  const sha = fields.text('sha', NAME_LIMIT);
  if (!/^[0-9a-f]{40}$/.test(sha)) throw fields.wrong('sha', 'must be the id of a commit, of 40 digits');
  const status = statusOf(fields);
  const createdAt = fields.optionalTime('created_at') ?? reading.timeOf(fields);
  const updatedAt = fields.optionalTime('updated_at') ?? createdAt;
  const deployment = reading.next('deployment');
  reading.staging.add('staged_deployments', {
    deployment,
    environment_source_id: environment.id,
    environment_name: environment.name,
    iid: fields.integer('iid', 1),
    status,
    ref: fields.text('ref', REF_LIMIT),
    is_tag: fields.boolean('tag', false),
    sha,
    user_source_id: fields.optionalId('user_id'),
    created_at: createdAt,
    updated_at: updatedAt,
    finished_at: isFinal(status) ? (fields.optionalTime('finished_at') ?? updatedAt) : null,
    location: fields.location,
  });
  fields.each('approvals', (each) => {
    reading.staging.add('staged_deployment_approvals', {
      deployment,
      user_source_id: each.id('user_id'),
      status: each.choice('status', approvalStatuses),
      comment: each.optionalText('comment', MAX_APPROVAL_COMMENT) ?? '',
      created_at: each.optionalTime('created_at') ?? createdAt,
    });
  });
  reportUnsupported(reading, fields, 'deployments', knownOfDeployments);
}

const knownOfDeployments: ReadonlySet<string> = new Set(['approvals', 'environment', 'project', 'user']);

/** Milepost has no `skipped`: such a deployment never ran. */
function statusOf(fields: Fields): DeploymentStatus {
  const status = fields.enumeration('status', statuses);
  return status === 'skipped' ? 'canceled' : status;
}

/** `protected_environments.ndjson`: who may deploy, and who has to approve. That of a group is about a tier. */
export function readProtection(reading: Reading, fields: Fields, owner: number): void {
  const protection = reading.next('protection');
  const name = owner === PROJECT ? fields.text('name', NAME_LIMIT) : fields.enumeration('name', environmentTiers);
  if (environmentProblems({ name })) throw fields.wrong('name', 'is not the name of an environment');
  reading.staging.add('staged_protections', { protection, owner, name, location: fields.location });
  const rules = { deploy_access_levels: false, approval_rules: true } as const;
  for (const [list, isApproval] of Object.entries(rules)) {
    for (const rule of fields.list(list)) stageRule(reading, rule, { protection, isApproval });
  }
  const count = fields.optionalInteger('required_approval_count', 0, MAX_COUNT) ?? 0;
  if (count === 0 || fields.list('approval_rules').length > 0) return;
  reading.staging.add('staged_rules', {
    protection,
    access_level: MAINTAINERS,
    required_approvals: Math.min(count, MAX_REQUIRED_APPROVALS),
    location: fields.location,
  });
}

/** Stands for a rule that names nobody who is known here: a protection never becomes weaker by an import. */
export const MAINTAINERS = 40;

function stageRule(
  reading: Reading,
  rule: Fields,
  { protection, isApproval }: { protection: number; isApproval: boolean },
): void {
  const count = rule.optionalInteger('required_approvals', 0, MAX_COUNT) ?? 1;
  reading.staging.add('staged_rules', {
    protection,
    user_source_id: rule.optionalId('user_id'),
    group_source_id: rule.optionalId('group_id'),
    access_level: rule.optionalInteger('access_level', 0, MAX_COUNT),
    group_inheritance_type: rule.optionalInteger('group_inheritance_type', 0, 1) ?? 0,
    required_approvals: isApproval ? Math.min(Math.max(1, count), MAX_REQUIRED_APPROVALS) : null,
    location: rule.location,
  });
}

/** `external_status_checks.ndjson` of a project. A secret is never in an archive, and never read from one. */
export function readStatusCheck(reading: Reading, fields: Fields): void {
  const name = fields.text('name', NAME_LIMIT);
  const url = fields.text('external_url', URL_LIMIT);
  const problem = checkProblem({ name, url });
  if (problem !== null) throw new UnknownRecordError(fields.location, problem);
  const mayHaveSecret = fields.boolean('hmac', true);
  reading.staging.add('staged_checks', { name, url, may_have_secret: mayHaveSecret, location: fields.location });
  reportUnsupported(reading, fields, 'external_status_checks', new Set(['project']));
}
