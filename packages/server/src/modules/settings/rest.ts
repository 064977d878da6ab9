import { DAYS_TO_RESTORE } from '@milepost/core/namespaces';
import { isIncluded } from '@milepost/core/settings/entitlements';
import { featuresOf, hasFeature, settingOf } from '@milepost/core/settings/features';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { auditPolicy } from '../audit/policy.ts';
import { billingPolicy } from '../billing/policy.ts';
import { managesServiceAccounts } from '../members/policy.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { policyOf, settingsPolicy } from '../namespaces/policy.ts';
import { presentAssistant } from '../namespaces/rest/assistant.ts';
import { assistantLockedBy } from '../namespaces/store/assistant.ts';
import { switchedOffAbove } from '../namespaces/store/features.ts';
import { transferOf } from '../namespaces/store/transfers.ts';
import { removalOf } from '../namespaces/store/removals.ts';
import { progressOf, visibilityChangeOf } from '../namespaces/store/visibility.ts';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import { contentsOf, sectionCounts, visibilitiesBelow } from './store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The data of the settings page of a group or project: `/groups/FULL/PATH/-/settings.json`. */
export function addNamespaceRoutes(routes: Routes): void {
  for (const kind of ['group', 'project'] as const) {
    routes.get(
      `/${kind}/:id/settings.json`,
      { summary: `The settings of a ${kind}`, tags: ['pages'], isHidden: true, signedIn: true },
      async ({ params }, ctx) => {
        const key = params['id'] ?? '';
        return settingsOf(ctx, await (kind === 'group' ? findVisibleGroup(ctx, key) : findVisibleProject(ctx, key)));
      },
    );
  }
}

async function settingsOf(ctx: Context, namespace: Namespace) {
  ctx.require(settingsPolicy.read, namespace);
  const [contents, visibilities, counts, parent, above, transfer, visibilityChange, removal, lockedBy] =
    await Promise.all([
      contentsOf(ctx.db, namespace),
      visibilitiesBelow(ctx.db, namespace),
      sectionCounts(ctx.db, namespace),
      namespace.parentId === null ? null : ctx.load(namespacesById, namespace.parentId),
      switchedOffAbove(ctx.db, namespace),
      transferOf(ctx.db, namespace.id),
      visibilityChangeOf(ctx.db, namespace.id),
      removalOf(ctx.db, namespace.id),
      assistantLockedBy(ctx.db, namespace),
    ]);
  const policy = policyOf(namespace.kind);
  const { deletedAt } = namespace;
  const isTopLevel = namespace.kind === 'group' && namespace.parentId === null;
  return {
    id: namespace.id,
    kind: namespace.kind,
    name: namespace.name,
    path: namespace.path,
    full_path: namespace.fullPath,
    description: namespace.description,
    visibility: namespace.visibility,
    avatar_url: namespace.avatarUrl,
    lock_version: namespace.lockVersion,
    archived: namespace.archivedAt !== null,
    path_before_deletion: namespace.pathBeforeDeletion,
    removed_on: deletedAt && new Date(deletedAt.getTime() + DAYS_TO_RESTORE * DAY_MS).toISOString().slice(0, 10),
    transferring: namespace.scope.isTransferring,
    // One that succeeded shows in the path.
    transfer:
      transfer && transfer.status !== 'done'
        ? { status: transfer.status, progress: transfer.progress, failure: transfer.failure }
        : null,
    // Percent of the items whose sums a job has moved; null: nothing is left to do.
    visibility_progress: progressOf(visibilityChange),
    // Percent of the items that a job has removed; null: none removes it.
    removal_progress: removal && Math.min(99, Math.floor((100 * removal.removed) / removal.total)),
    parent: parent && { id: parent.id, full_path: parent.fullPath, visibility: parent.visibility },
    contents,
    features: featuresOf(namespace.kind)
      .filter((name) => isIncluded(namespace, name))
      .map((name) => ({
        name,
        setting: settingOf(name),
        is_on: hasFeature(namespace, name),
        off_in: above.get(name) ?? null,
      })),
    ...(namespace.kind === 'project' && { incident_label_timeline_enabled: namespace.hasLabelTimeline }),
    ...(namespace.kind === 'group' && {
      require_two_factor_authentication: namespace.requiresTwoFactor,
      two_factor_grace_period: namespace.twoFactorGracePeriod,
      assistant: {
        ...presentAssistant(namespace),
        locked_by: lockedBy?.name ?? null,
        model: ctx.services.assistant?.model ?? null,
        early_access_url: ctx.services.assistantPages.earlyAccessUrl,
        contact_url: ctx.services.assistantPages.contactUrl,
      },
    }),
    visibilities_below: visibilities,
    counts,
    permissions: {
      update: ctx.can(policy.update, namespace),
      archive: ctx.can(policy.archive, namespace),
      transfer: ctx.can(policy.transfer, namespace),
      destroy: ctx.can(policy.destroy, namespace),
      read_audit_events: ctx.can(auditPolicy.read, namespace),
      read_seats: isTopLevel && ctx.can(billingPolicy.read, namespace),
      manage_service_accounts: isTopLevel && managesServiceAccounts(ctx.viewer, namespace),
    },
  };
}
