import type { AuditEntityType, AuditKind } from '@milepost/core/accounts/audit';
import type { AuditEventId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { scope } from './telemetry/scope.ts';
import { addJob } from './queue/add-job.ts';
import type { Db, Generated, GeneratedTime, Optional } from './database/tables.ts';

export interface AuditEventTable {
  id: Generated<AuditEventId>;
  createdAt: GeneratedTime;
  kind: AuditKind;
  /** Null: nobody was signed in, or the server itself. */
  authorId: Optional<UserId>;
  authorName: string;
  entityType: AuditEntityType;
  /** Null for the installation, and for an unknown account. */
  entityId: Optional<number>;
  entityPath: Optional<string>;
  targetType: string;
  targetId: Optional<number>;
  targetDetails: string;
  /** Either this or `change` is set. */
  customMessage: Optional<string>;
  change: Optional<string>;
  changeFrom: Optional<string>;
  changeTo: Optional<string>;
  ipAddress: Optional<string>;
  /** The administrator who acted as the author. */
  impersonatorId: Optional<UserId>;
  impersonatorName: Optional<string>;
  requestId: Optional<string>;
}

/** An event of a group or project, once for it and each group above it at that time. */
export interface AuditEventScopeTable {
  namespaceId: NamespaceId;
  createdAt: GeneratedTime;
  eventId: AuditEventId;
  kind: AuditKind;
  authorId: Optional<UserId>;
}

declare module './database/tables.ts' {
  interface Tables {
    auditEvents: AuditEventTable;
    auditEventScopes: AuditEventScopeTable;
  }
}

/** The job that sends the waiting events of a destination. */
export const AUDIT_STREAM_JOB = 'audit.stream';

/** An administrator who acts as a person. */
export interface Impersonator {
  id: UserId;
  name: string;
}

/** Who does it, and from where: a context is one. */
export interface Actor {
  readonly viewer: { readonly id: UserId | null; readonly isAdmin?: boolean };
  /** The address of the client; null for jobs and commands. */
  readonly address: string | null;
  /** The administrator who acts as the viewer. */
  readonly impersonator?: Impersonator | null;
}

/** The group or project of an event; its path and ancestors are given only if its row is gone. */
export interface AuditedNamespace {
  id: NamespaceId;
  kind: 'group' | 'project';
  gone?: { fullPath: string; traversalIds: readonly NamespaceId[] };
}

interface AuditTarget {
  /** As the published API names it: `User`, `Project`, `Webhook`, … */
  type: string;
  id: number | null;
  /** If omitted: the name of the account, or the path of the group or project. */
  details?: string;
}

export interface AuditRecord {
  kind: AuditKind;
  /** The account or namespace whose log it belongs to; null: the installation. */
  of: { user: UserId } | { namespace: AuditedNamespace } | null;
  /** The object itself if omitted. */
  target?: AuditTarget;
  /** A sentence, or the changed field with its former and new value. Secrets are given as `[masked]`. */
  what: string | { change: string; from: string | null; to: string | null };
}

/**
 * Writes an audit event. Call it in the transaction of the change, so that the event exists exactly when the change does. Names are
 * stored as they are now: the event outlives its author, its object and its target.
 */
export async function recordAudit(
  trx: Db,
  { viewer, address, impersonator = null }: Actor,
  { kind, of, target, what }: AuditRecord,
): Promise<void> {
  const user = of !== null && 'user' in of ? of.user : null;
  const namespace = of !== null && 'namespace' in of ? of.namespace : null;
  const type: AuditEntityType = namespace
    ? namespace.kind === 'group'
      ? 'Group'
      : 'Project'
    : of === null
      ? 'Gitlab::Audit::InstanceScope'
      : 'User';
  const entityId = namespace?.id ?? user;
  const { type: targetType, id: targetId, details = null } = target ?? { type, id: entityId };
  const { change, from, to } = typeof what === 'string' ? { change: null, from: null, to: null } : what;
  const message = typeof what === 'string' ? what : null;
  // System work runs as an administrator without an account.
  const nobody = viewer.isAdmin === true || address === null ? 'System' : 'An unauthenticated user';
  const { rows } = await sql<{ streamId: number }>`
    WITH space AS (SELECT full_path, traversal_ids FROM namespaces WHERE id = ${namespace?.id ?? null}::bigint),
    event AS (
      INSERT INTO audit_events (kind, author_id, author_name, entity_type, entity_id, entity_path, target_type, target_id,
        target_details, custom_message, change, change_from, change_to, ip_address, impersonator_id, impersonator_name, request_id)
      SELECT ${kind}, ${viewer.id}::bigint, coalesce((SELECT name FROM users WHERE id = ${viewer.id}::bigint), ${nobody}),
        ${type}, ${entityId}::bigint,
        coalesce((SELECT full_path FROM space), ${namespace?.gone?.fullPath ?? null},
          (SELECT username FROM users WHERE id = ${user}::bigint)),
        ${targetType}, ${targetId}::bigint,
        coalesce(${details}, (SELECT name FROM users WHERE ${targetType} = 'User' AND id = ${targetId}::bigint),
          (SELECT full_path FROM namespaces WHERE ${targetType} IN ('Group', 'Project') AND id = ${targetId}::bigint),
          ${namespace?.gone?.fullPath ?? null}, ''),
        ${message}, ${change}, ${from}, ${to}, ${address},
        ${impersonator?.id ?? null}::bigint, ${impersonator?.name ?? null}, ${scope()?.requestId ?? null}
      RETURNING id, created_at, kind, author_id
    ),
    scopes AS (
      INSERT INTO audit_event_scopes (namespace_id, created_at, event_id, kind, author_id)
      SELECT above.id, event.created_at, event.id, event.kind, event.author_id
      FROM event, unnest(coalesce((SELECT traversal_ids FROM space), ${namespace?.gone?.traversalIds ?? null}::bigint[])) AS above (id)
      RETURNING namespace_id
    )
    INSERT INTO audit_stream_events (stream_id, event_id)
    SELECT t.id, event.id FROM event, audit_streams t
    WHERE t.namespace_id IS NULL OR t.namespace_id IN (SELECT namespace_id FROM scopes)
    RETURNING stream_id
  `.execute(trx);
  for (const { streamId: id } of rows)
    await addJob(trx, AUDIT_STREAM_JOB, { id }, { key: `${AUDIT_STREAM_JOB} ${id}` });
}

/** Records that a signed-in person exported data of a group or project; `what` follows "Exported". */
export async function recordExport(
  ctx: Actor & { services: { db: Db } },
  { id, kind }: AuditedNamespace,
  what: string,
): Promise<void> {
  if (ctx.viewer.id === null) return;
  await recordAudit(ctx.services.db, ctx, {
    kind: 'exported',
    of: { namespace: { id, kind } },
    what: `Exported ${what}`,
  });
}
