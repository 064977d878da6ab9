import type { NamespaceId, UserId } from '@milepost/core/ids';
import { roleTitle } from '@milepost/core/members';
import { recordAudit, type AuditedNamespace, type AuditRecord } from '../../platform/audit.ts';
import type { AnyAnnouncement, Context, Trx } from '../../platform/context.ts';
import { namespaceById } from '../namespaces/store.ts';

type NamespaceRecord = Omit<AuditRecord, 'of'>;

/** Writes what is announced about groups and projects to their logs, in the transaction of the change. */
export async function recordAnnounced(ctx: Context, trx: Trx, announcement: AnyAnnouncement): Promise<void> {
  const records = await recordsOf(trx, announcement);
  if (records.length === 0) return;
  const namespace = await auditedNamespace(trx, announcement);
  if (!namespace) return;
  for (const record of records) await recordAudit(trx, ctx, { ...record, of: { namespace } });
}

async function recordsOf(trx: Trx, { name, namespaceId, data }: AnyAnnouncement): Promise<NamespaceRecord[]> {
  switch (name) {
    case 'member.added':
      return [{ kind: 'member_added', target: user(data.userId), what: roleChange(null, data.accessLevel) }];
    case 'member.updated':
      return [{ kind: 'member_updated', target: user(data.userId), what: roleChange(data.from, data.accessLevel) }];
    case 'member.removed':
      return [{ kind: 'member_removed', target: user(data.userId), what: 'Removed the member' }];
    case 'group.shared':
      return [{ kind: 'group_link_added', target: group(data.groupId), what: roleChange(null, data.accessLevel) }];
    case 'group.shareChanged':
      return [
        { kind: 'group_link_updated', target: group(data.groupId), what: roleChange(data.from, data.accessLevel) },
      ];
    case 'group.unshared':
      return [{ kind: 'group_link_removed', target: group(data.groupId), what: 'Ended sharing with the group' }];
    case 'namespace.created':
      return [{ kind: 'namespace_created', what: `Created the ${data.kind}` }];
    case 'namespace.updated':
      return changesOf(trx, namespaceId, data);
    case 'namespace.renamed':
      return [{ kind: 'namespace_renamed', what: { change: 'path', from: data.from, to: data.to } }];
    case 'namespace.transferred':
      return [{ kind: 'namespace_transferred', what: { change: 'path', from: data.from, to: data.to } }];
    case 'namespace.archived':
      return [{ kind: 'namespace_archived', what: 'Archived' }];
    case 'namespace.unarchived':
      return [{ kind: 'namespace_unarchived', what: 'Unarchived' }];
    case 'namespace.scheduledForDeletion':
      return [{ kind: 'deletion_scheduled', what: `Marked the ${data.kind} for deletion` }];
    case 'namespace.restored':
      return [{ kind: 'namespace_restored', what: `Restored the ${data.kind}` }];
    case 'namespace.deleted':
      return [{ kind: 'namespace_deleted', what: `Deleted the ${data.kind}` }];
    case 'webhook.created':
      return [{ kind: 'webhook_created', target: webhook(data.webhookId, data.host), what: 'Added a webhook' }];
    case 'webhook.updated':
      return [{ kind: 'webhook_updated', target: webhook(data.webhookId, data.host), what: 'Changed a webhook' }];
    case 'webhook.deleted':
      return [{ kind: 'webhook_deleted', target: webhook(data.webhookId, data.host), what: 'Removed a webhook' }];
    case 'inboundWebhook.created':
    case 'inboundWebhook.deleted': {
      const target = { type: 'InboundWebhook', id: data.inboundWebhookId, details: data.name };
      return name === 'inboundWebhook.created'
        ? [{ kind: 'webhook_created', target, what: 'Added an inbound webhook' }]
        : [{ kind: 'webhook_deleted', target, what: 'Removed an inbound webhook' }];
    }
    case 'environment.protectionChanged': {
      const target = { type: 'ProtectedEnvironment', id: null, details: data.name };
      return [{ target, ...protectionEvents[data.change] }];
    }
    default:
      return [];
  }
}

const protectionEvents = {
  added: { kind: 'environment_protected', what: 'Protected the environment' },
  updated: { kind: 'environment_protection_changed', what: 'Changed the protection of the environment' },
  removed: { kind: 'environment_unprotected', what: 'Ended the protection of the environment' },
} as const;

/** One event for each changed setting. A new path is announced by itself. */
async function changesOf(
  trx: Trx,
  id: NamespaceId,
  { changed, before }: { changed: readonly string[]; before: { visibility: string; name: string } },
): Promise<NamespaceRecord[]> {
  const after = await namespaceById(trx, id);
  return changed.flatMap((change): NamespaceRecord[] => {
    if (change === 'path') return [];
    if (change === 'visibility') {
      const what = { change, from: before.visibility, to: after?.visibility ?? null };
      return [{ kind: 'visibility_changed', what }];
    }
    const what =
      change === 'name' ? { change, from: before.name, to: after?.name ?? null } : `Changed ${titleOf(change)}`;
    return [{ kind: 'settings_changed', what }];
  });
}

/** `hasLabelTimeline` as `has label timeline`. */
function titleOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function user(id: UserId) {
  return { type: 'User', id };
}

function group(id: NamespaceId) {
  return { type: 'Group', id };
}

function webhook(id: number, host: string) {
  return { type: 'Webhook', id, details: host };
}

function roleChange(from: number | null, to: number) {
  return { change: 'access_level', from: from === null ? null : roleTitle(from), to: roleTitle(to) };
}

async function auditedNamespace(
  trx: Trx,
  { name, namespaceId, data }: AnyAnnouncement,
): Promise<AuditedNamespace | null> {
  if (name === 'namespace.deleted') return { id: namespaceId, kind: data.kind, gone: data };
  const namespace = await namespaceById(trx, namespaceId);
  return namespace && { id: namespaceId, kind: namespace.kind };
}
