import { DomainError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { VulnerabilityId, VulnerabilityIssueLinkId } from '@milepost/core/ids';
import {
  MAX_DISMISSAL_COMMENT_LENGTH,
  MAX_VULNERABILITY_ISSUE_LINKS,
  stateAfter,
  type DismissalReason,
  type VulnerabilityAction,
  type VulnerabilityIssueLinkType,
} from '@milepost/core/security/vulnerabilities';
import type { Context, Trx } from '../../platform/context.ts';
import { visibleNamespace, type NamespaceKey } from '../namespaces/commands.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { visibleWorkItem, type WorkItem } from '../work-items/store.ts';
import { vulnerabilityPolicy } from './policy.ts';
import { lockVulnerability, readsBelow, saveTransition, vulnerabilitiesById, type Vulnerability } from './store.ts';
import {
  countIssueLinks,
  insertIssueLink,
  issueLinkById,
  removeIssueLink,
  type VulnerabilityIssueLink,
} from './store/links.ts';

declare module '../../platform/context.ts' {
  interface Events {
    'vulnerability.changed': { vulnerabilityId: VulnerabilityId };
    'vulnerability.reported': { created: number; updated: number };
  }
}

/** The vulnerability already has the state that an action would set. */
export class UnchangedStateError extends DomainError {
  override name = 'UnchangedStateError';
  readonly code = 'UNCHANGED_STATE' as const;
  readonly kind = 'conflict' as const;
}

/** The vulnerability and the issue cannot be linked: they are already, or there are too many links. */
export class IssueLinkError extends DomainError {
  override name = 'IssueLinkError';
  readonly code = 'ISSUE_LINK' as const;
  readonly kind = 'unprocessable' as const;
}

/**
 * The group or project of this id or full path, for its list of vulnerabilities. Throws NotFoundError for viewers who may see none there,
 * so that the answer does not reveal whether there are any.
 */
export async function findNamespaceWithVulnerabilities(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const found = await visibleNamespace(ctx, key);
  if (!found) throw new NotFoundError('Namespace');
  const isReader =
    ctx.can(vulnerabilityPolicy.read, found) || (found.kind === 'group' && (await readsBelow(ctx, found)));
  if (!isReader) throw new NotFoundError(found.kind === 'group' ? 'Group' : 'Project');
  return found;
}

/** A project for a change of its vulnerabilities. Throws NotFoundError and ForbiddenError. */
export async function findProjectToChange(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const project = await findNamespaceWithVulnerabilities(ctx, key);
  if (project.kind !== 'project') throw new NotFoundError('Project');
  ctx.require(vulnerabilityPolicy.change, project);
  return project;
}

export interface FoundVulnerability {
  vulnerability: Vulnerability;
  project: Namespace;
}

/** By id; null when there is none that the viewer may see. */
export async function visibleVulnerability(ctx: Context, id: VulnerabilityId): Promise<FoundVulnerability | null> {
  const vulnerability = await ctx.load(vulnerabilitiesById, id);
  const project = vulnerability && (await ctx.load(namespacesById, vulnerability.projectId));
  return vulnerability && project && ctx.can(vulnerabilityPolicy.read, project) ? { vulnerability, project } : null;
}

/** By id. Throws NotFoundError when there is none that the viewer may see. */
export async function findVulnerability(ctx: Context, id: VulnerabilityId): Promise<FoundVulnerability> {
  const found = await visibleVulnerability(ctx, id);
  if (!found) throw new NotFoundError('Vulnerability');
  return found;
}

async function lockToChange(ctx: Context, trx: Trx, id: VulnerabilityId): Promise<FoundVulnerability> {
  const vulnerability = await lockVulnerability(trx, id);
  if (!vulnerability) throw new NotFoundError('Vulnerability');
  const { project } = await findVulnerability(ctx.within(trx), id);
  ctx.require(vulnerabilityPolicy.change, project);
  return { vulnerability, project };
}

export interface ActionDetails {
  comment?: string | null;
  dismissalReason?: DismissalReason | null;
}

/**
 * Moves a vulnerability to another state. Throws NotFoundError, ForbiddenError, ValidationError for a comment that is too long, and
 * UnchangedStateError when it has the state already; then there is no transition.
 */
export async function changeVulnerability(
  ctx: Context,
  id: VulnerabilityId,
  action: VulnerabilityAction,
  { comment, dismissalReason }: ActionDetails = {},
): Promise<Vulnerability> {
  if ((comment ?? '').length > MAX_DISMISSAL_COMMENT_LENGTH) {
    throw new ValidationError({ comment: [`is too long (maximum is ${MAX_DISMISSAL_COMMENT_LENGTH} characters)`] });
  }
  const toState = stateAfter[action];
  return ctx.transaction(async (trx) => {
    const { vulnerability, project } = await lockToChange(ctx, trx, id);
    if (vulnerability.state === toState) throw new UnchangedStateError(`The vulnerability is already ${toState}.`);
    const saved = await saveTransition(
      trx,
      {
        vulnerabilityId: id,
        fromState: vulnerability.state,
        toState,
        comment: comment?.trim() || null,
        dismissalReason: action === 'dismiss' ? (dismissalReason ?? null) : null,
      },
      ctx.viewer.id,
    );
    trx.announce({ name: 'vulnerability.changed', namespaceId: project.id, data: { vulnerabilityId: id } });
    return saved;
  });
}

/**
 * Links a vulnerability with an issue that the viewer may see. Throws NotFoundError, ForbiddenError, and IssueLinkError when they are
 * linked already.
 */
export async function linkIssue(
  ctx: Context,
  id: VulnerabilityId,
  issue: Pick<WorkItem, 'id'>,
  type: VulnerabilityIssueLinkType = 'related',
): Promise<VulnerabilityIssueLink> {
  return ctx.transaction(async (trx) => {
    const { project } = await lockToChange(ctx, trx, id);
    if (!(await visibleWorkItem(ctx.within(trx), issue.id))) throw new NotFoundError('Issue');
    if ((await countIssueLinks(trx, id)) >= MAX_VULNERABILITY_ISSUE_LINKS) {
      throw new IssueLinkError(`A vulnerability has at most ${MAX_VULNERABILITY_ISSUE_LINKS} issues.`);
    }
    const link = await insertIssueLink(trx, {
      vulnerabilityId: id,
      workItemId: issue.id,
      type,
      authorId: ctx.viewer.id,
    });
    if (!link) {
      throw new IssueLinkError(
        type === 'created'
          ? 'The issue is linked already, or an issue was created from this vulnerability.'
          : 'The issue is already linked to this vulnerability.',
      );
    }
    trx.announce({ name: 'vulnerability.changed', namespaceId: project.id, data: { vulnerabilityId: id } });
    return link;
  });
}

/** Removes a link to an issue that the viewer may see. Throws NotFoundError and ForbiddenError. */
export async function unlinkIssue(
  ctx: Context,
  id: VulnerabilityId,
  linkId: VulnerabilityIssueLinkId,
): Promise<VulnerabilityIssueLink> {
  return ctx.transaction(async (trx) => {
    const { project } = await lockToChange(ctx, trx, id);
    const link = await issueLinkById(trx, linkId);
    const issue = link && (await visibleWorkItem(ctx.within(trx), link.workItemId));
    if (!link || !issue || link.vulnerabilityId !== id) throw new NotFoundError('Issue link');
    await removeIssueLink(trx, linkId);
    trx.announce({ name: 'vulnerability.changed', namespaceId: project.id, data: { vulnerabilityId: id } });
    return link;
  });
}
