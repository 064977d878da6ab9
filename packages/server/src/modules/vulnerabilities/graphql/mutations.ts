import { ValidationError } from '@milepost/core/errors';
import type { VulnerabilityAction } from '@milepost/core/security/vulnerabilities';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { readItemId } from '../../work-items/graphql/item-mutations.ts';
import { plugInGraphql } from '../../work-items/graphql/plugs.ts';
import { findVisibleWorkItemById, issueTypes } from '../../work-items/store.ts';
import { changeVulnerability, linkIssue } from '../commands.ts';
import { DismissalReasonEnum, readVulnerabilityId, VulnerabilityIssueLinkRef, VulnerabilityRef } from '../graphql.ts';

/** Links of one mutation. */
const MAX_LINKED = 100;

const changes: readonly { name: string; action: VulnerabilityAction; description: string }[] = [
  { name: 'vulnerabilityConfirm', action: 'confirm', description: 'Confirms a vulnerability' },
  { name: 'vulnerabilityResolve', action: 'resolve', description: 'Resolves a vulnerability' },
  { name: 'vulnerabilityRevertToDetected', action: 'revert', description: 'Reverts a vulnerability to detected' },
];

export function mutateVulnerabilities(): void {
  for (const { name, action, description } of changes) {
    mutation(name, {
      description,
      input: (t) => ({ id: t.field({ type: 'VulnerabilityID', required: true }), comment: t.string() }),
      resolve: ({ id, comment }, ctx) =>
        changeVulnerability(ctx, readVulnerabilityId(id), action, { comment: comment ?? null }),
      payload: (t) => ({
        vulnerability: t.field({ type: VulnerabilityRef, nullable: true, resolve: ({ result }) => result }),
      }),
    });
  }
  mutation('vulnerabilityDismiss', {
    description: 'Dismisses a vulnerability',
    input: (t) => ({
      id: t.field({ type: 'VulnerabilityID', required: true }),
      comment: t.string(),
      dismissalReason: t.field({ type: DismissalReasonEnum }),
    }),
    resolve: ({ id, comment, dismissalReason }, ctx) =>
      changeVulnerability(ctx, readVulnerabilityId(id), 'dismiss', {
        comment: comment ?? null,
        dismissalReason: dismissalReason ?? null,
      }),
    payload: (t) => ({
      vulnerability: t.field({ type: VulnerabilityRef, nullable: true, resolve: ({ result }) => result }),
    }),
  });
  mutation('vulnerabilityIssueLinkCreate', {
    description: 'Links vulnerabilities with an issue: all of them, or none',
    input: (t) => ({
      issueId: t.field({ type: 'IssueID', required: true }),
      vulnerabilityIds: t.field({ type: ['VulnerabilityID'], required: true }),
    }),
    resolve: async ({ issueId, vulnerabilityIds }, ctx) => {
      const issue = await findVisibleWorkItemById(ctx, readItemId(issueId), issueTypes);
      const ids = [...new Set(vulnerabilityIds.map(readVulnerabilityId))].toSorted((one, other) => one - other);
      if (ids.length > MAX_LINKED) throw new ValidationError({ base: [`At most ${MAX_LINKED} at once`] });
      return ctx.transaction(async (trx) => {
        const links = [];
        for (const id of ids) links.push(await linkIssue(ctx.within(trx), id, issue));
        return links;
      });
    },
    payload: (t) => ({
      issueLinks: t.field({
        type: [VulnerabilityIssueLinkRef],
        nullable: true,
        resolve: ({ result }) => result,
      }),
    }),
  });
}

/** The vulnerability from which a new work item is created. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, { vulnerabilityId?: string | null }>({
    name: 'vulnerabilities',
    write: {
      fields: (t, name) => (name === 'workItemCreate' ? { vulnerabilityId: t.field({ type: 'VulnerabilityID' }) } : {}),
      read: ({ vulnerabilityId: id }) => ({ vulnerabilityId: id ? readVulnerabilityId(id) : undefined }),
    },
  });
}
