import { MAX_PROTECTED_ENVIRONMENTS, MAX_RULES } from '@milepost/core/deployments/approvals';
import { slugOfName } from '@milepost/core/deployments/environments';
import { MAX_APPROVALS_REQUIRED, MAX_STATUS_CHECKS } from '@milepost/core/merge-requests/rules';
import type { NamespaceId } from '@milepost/core/ids';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { ruleProblem } from '../../deployments/commands/protection.ts';
import { callApprovers, tally } from '../../deployments/commands/settling.ts';
import { saveStatus } from '../../deployments/store/deployments.ts';
import { insertProtection, insertRule, type RuleValues } from '../../deployments/store/protection.ts';
import {
  deploymentsById,
  environmentsById,
  insertEnvironment,
  isSlugTaken,
  lockEnvironmentsOf,
  lockProtection,
} from '../../deployments/store.ts';
import { checksOfProject, insertCheck } from '../../merge-requests/store/checks.ts';
import { saveSettings } from '../../merge-requests/store.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { insertWebhook, removeWebhook } from '../../webhooks/store.ts';
import {
  countEnvironmentNames,
  isProjectNew,
  newBlockedDeployments,
  newEnvironmentsAfter,
  protectedNames,
  protectionsAfter,
  rulesOfProtection,
  stagedChecks,
  writeDeployments,
  type StagedEnvironment,
  type StagedProtection,
  type StagedRule,
} from '../store/merge-deliveries.ts';
import type { Counted } from '../store/merge-planning.ts';
import { MAINTAINERS } from './read-deliveries.ts';
import type { ProjectSettings } from './reading.ts';
import type { Tally } from './tally.ts';

const ENVIRONMENTS_AT_ONCE = 500;
const PROTECTIONS_AT_ONCE = 100;

interface DeliveriesToMerge {
  project: Namespace;
  settings: ProjectSettings;
  tally: Tally;
  signal: AbortSignal | undefined;
}

export interface MergedDeliveries {
  environments: Counted;
  deployments: Counted;
  statusChecks: Counted;
}

/** Writes environments, deployments and status checks of the archive. Existing ones stay as they are. Protections come first. */
export async function mergeDeliveries(ctx: Context, trx: Db, merge: DeliveriesToMerge): Promise<MergedDeliveries> {
  const { project, settings, tally: report } = merge;
  await lockEnvironmentsOf(trx, project.id);
  const environments = await mergeEnvironments(trx, merge);
  const { skipped, ...deployments } = await writeDeployments(trx, project.id);
  report.manyProblems(skipped.first, skipped.count, 'deployments');
  await settleBlocked(ctx, trx, merge);
  const statusChecks = await mergeChecks(ctx, trx, merge);
  const { approvalsRequired, needsPassedChecks } = settings;
  if ((approvalsRequired > 0 || needsPassedChecks) && (await isProjectNew(trx))) {
    await saveSettings(trx, project.id, {
      approvalsRequired: Math.min(approvalsRequired, MAX_APPROVALS_REQUIRED),
      needsPassedChecks,
    });
  }
  return { environments, deployments, statusChecks };
}

async function mergeEnvironments(trx: Db, { project, signal }: DeliveriesToMerge): Promise<Counted> {
  const total = await countEnvironmentNames(trx);
  let added = 0;
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const page = await newEnvironmentsAfter(trx, project.id, after, ENVIRONMENTS_AT_ONCE);
    if (page.length === 0) return { added, present: total - added };
    after = page.at(-1)?.environment ?? after;
    for (const each of page) {
      const { name, description, externalUrl, tier, state, createdAt, updatedAt } = each;
      await insertEnvironment(trx, {
        projectId: project.id,
        name,
        slug: await slugOf(trx, project, each),
        description,
        externalUrl,
        tier,
        state,
        ...(createdAt && { createdAt }),
        ...(updatedAt && { updatedAt }),
      });
    }
    added += page.length;
  }
}

/** That of the archive if it is possible and free. */
async function slugOf(trx: Db, project: Namespace, { name, slug }: StagedEnvironment): Promise<string> {
  const isPossible = slug !== null && /^[a-z]([a-z0-9-]{0,22}[a-z0-9])?$/.test(slug);
  if (isPossible && !(await isSlugTaken(trx, project.id, slug))) return slug;
  for (let number = 1; ; number += 1) {
    const free = slugOfName(name, number);
    if (!(await isSlugTaken(trx, project.id, free))) return free;
  }
}

/** Writes the protected environments of the archive's groups or project. */
export async function mergeProtections(
  ctx: Context,
  trx: Db,
  { rootId, tally: report, signal }: Pick<DeliveriesToMerge, 'tally' | 'signal'> & { rootId: NamespaceId },
): Promise<Counted> {
  await lockProtection(trx, rootId, 'change');
  const counted = { added: 0, present: 0 };
  for (let after = 0; ;) {
    signal?.throwIfAborted();
    const page = await protectionsAfter(trx, after, PROTECTIONS_AT_ONCE);
    if (page.length === 0) return counted;
    after = page.at(-1)?.protection ?? after;
    const within = ctx.within(trx);
    for (const staged of page) {
      const isNew = await mergeProtection(within, trx, staged, report);
      if (isNew !== null) counted[isNew ? 'added' : 'present'] += 1;
    }
  }
}

/** Whether it is new; null if it is skipped. */
async function mergeProtection(
  ctx: Context,
  trx: Db,
  { protection, namespaceId, name, location }: StagedProtection,
  report: Tally,
): Promise<boolean | null> {
  const namespace = await ctx.load(namespacesById, namespaceId);
  if (!namespace) return null;
  const known = await protectedNames(trx, namespaceId);
  if (known.includes(name)) return false;
  if (known.length >= MAX_PROTECTED_ENVIRONMENTS) {
    const problem = `is skipped: a ${namespace.kind} can have at most ${MAX_PROTECTED_ENVIRONMENTS} protected environments`;
    report.problem(location, problem, 'protectedEnvironments');
    return null;
  }
  const id = await insertProtection(trx, namespaceId, name);
  if (id === null) return false;
  const rules = await rulesOfProtection(trx, namespace.rootId, protection, 2 * MAX_RULES);
  for (const isApproval of [false, true]) {
    const given = rules.filter(({ requiredApprovals }) => (requiredApprovals !== null) === isApproval);
    const possible = await possibleRules(ctx, namespace, given.slice(0, MAX_RULES), { name, location, report });
    if (!isApproval && possible.length === 0) possible.push(maintainers(null));
    for (const rule of possible) await insertRule(trx, id, rule);
  }
  return true;
}

const maintainers = (requiredApprovals: number | null): RuleValues => ({
  accessLevel: MAINTAINERS,
  userId: null,
  groupId: null,
  groupInheritanceType: 0,
  requiredApprovals,
});

/** Rules that name nobody here: about deploying they are left out, about approving they are met by maintainers instead. */
async function possibleRules(
  ctx: Context,
  namespace: Namespace,
  rules: readonly StagedRule[],
  { name, location, report }: { name: string; location: string; report: Tally },
): Promise<RuleValues[]> {
  const possible: RuleValues[] = [];
  for (const { namesUser, namesGroup, location: _at, ...rule } of rules) {
    const isUnknown = (namesUser && rule.userId === null) || (namesGroup && rule.groupId === null);
    const problem = isUnknown
      ? 'names a person or group that is unknown here'
      : await ruleProblem(ctx, namespace, rule);
    if (problem === null) {
      possible.push(rule);
      continue;
    }
    const isApproval = rule.requiredApprovals !== null;
    report.problem(
      location,
      `a rule about ${isApproval ? 'approving' : 'deploying'} of ${JSON.stringify(name)} ${problem}: ${
        isApproval ? 'maintainers approve instead' : 'it is left out'
      }`,
    );
    if (isApproval) possible.push(maintainers(rule.requiredApprovals));
  }
  return possible;
}

/** Calls the people who can approve what waits. A deployment that nothing holds any longer is no longer blocked. */
async function settleBlocked(ctx: Context, trx: Db, { project, signal }: DeliveriesToMerge): Promise<void> {
  const within = ctx.within(trx);
  for (const deployment of await within.loadMany(deploymentsById, await newBlockedDeployments(trx))) {
    signal?.throwIfAborted();
    const environment = await within.load(environmentsById, deployment.environmentId);
    if (!environment) continue;
    const rules = await tally(within, { project, environment, deployment });
    if (rules.every(({ pending }) => pending === 0)) await saveStatus(trx, deployment.id, 'created');
    else await callApprovers(within, trx, deployment);
  }
}

/** Their secrets are not in archives. */
async function mergeChecks(ctx: Context, trx: Db, { project, tally: report }: DeliveriesToMerge): Promise<Counted> {
  const known = new Set((await checksOfProject(trx, project.id)).map(({ name }) => name));
  const counted = { added: 0, present: 0 };
  for (const { name, url, mayHaveSecret, location } of await stagedChecks(trx, 2 * MAX_STATUS_CHECKS)) {
    if (known.has(name)) {
      counted.present += 1;
      continue;
    }
    if (known.size >= MAX_STATUS_CHECKS) {
      report.problem(
        location,
        `is skipped: a project can have at most ${MAX_STATUS_CHECKS} status checks`,
        'statusChecks',
      );
      continue;
    }
    const hook = await insertWebhook(trx, {
      namespaceId: project.id,
      name,
      url,
      purpose: 'status_check',
      createdById: ctx.viewer.id,
    });
    const id = await insertCheck(trx, { projectId: project.id, webhookId: hook.id, name });
    if (id === null) {
      await removeWebhook(trx, hook.id);
      continue;
    }
    known.add(name);
    counted.added += 1;
    if (mayHaveSecret) {
      report.problem(
        location,
        `came without its shared secret: enter that of ${JSON.stringify(name)} again if it had one`,
      );
    }
  }
  return counted;
}
