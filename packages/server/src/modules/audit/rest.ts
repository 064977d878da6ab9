import { Readable } from 'node:stream';
import { auditEntityTypes, auditKinds } from '@milepost/core/accounts/audit';
import { ForbiddenError, NotFoundError } from '@milepost/core/errors';
import type { AuditEventId, NamespaceId, UserId } from '@milepost/core/ids';
import { Type, type Static } from 'typebox';
import type { Context } from '../../platform/context.ts';
import { recordAudit, recordExport } from '../../platform/audit.ts';
import { csvLine } from '@milepost/core/text/csv';
import { asDownload } from '../../platform/rest/download.ts';
import { idInput, InputError } from '../../platform/rest/input.ts';
import {
  KeysetPage,
  RestPage,
  keysetInput,
  keysetRequest,
  pageRequest,
  pagingInput,
} from '../../platform/rest/paging.ts';
import { idParam } from '../../platform/rest/params.ts';
import type { RouteRequest, Routes } from '../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../platform/rest/times.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { namespacesByFullPath, namespacesById, type Namespace } from '../namespaces/store.ts';
import { userByUsername, usersById } from '../users/store.ts';
import { factsOf } from './commands/present.ts';
import { auditPolicy, mayReadInstanceLog } from './policy.ts';
import { addStreamRoutes } from './rest/streams.ts';
import {
  countAuditEvents,
  findAuditEvent,
  listAuditEvents,
  sliceOfAuditEvents,
  type AuditEvent,
  type AuditFilter,
} from './store.ts';

const tags = ['audit events'];
const filterInput = {
  created_after: timeInput('Created at this time or later'),
  created_before: timeInput('Created at this time or earlier'),
  event_type: Type.Optional(Type.Enum([...auditKinds], { description: 'The kind of event' })),
  author_id: Type.Optional(idInput({ description: 'The person who made the change' })),
  author_username: Type.Optional(
    Type.String({ description: 'Milepost extension. The same by username; `author_id` takes precedence' }),
  ),
  entity_type: Type.Optional(Type.Enum([...auditEntityTypes])),
  entity_id: Type.Optional(idInput({ description: 'Needs `entity_type`' })),
  entity_path: Type.Optional(
    Type.String({
      description:
        'Milepost extension. The full path of a group or project, or the username of an account after `@`. Cannot be combined with `entity_type`',
    }),
  ),
};
const listInput = Type.Object({
  ...pagingInput,
  ...keysetInput,
  ...filterInput,
  sort: Type.Optional(Type.Enum(['asc', 'desc'], { description: '`asc`: oldest first' })),
});
const exportInput = Type.Object(filterInput);

/** Whose log a request names; null: that of the installation. */
type FindLog = (ctx: Context, params: Readonly<Record<string, string>>) => Promise<Namespace | null>;

const logs: readonly { path: string; of: string; find: FindLog }[] = [
  {
    path: '/audit_events',
    of: 'the installation',
    find(ctx) {
      if (!mayReadInstanceLog(ctx.viewer)) throw new ForbiddenError();
      return Promise.resolve(null);
    },
  },
  {
    path: '/groups/:id/audit_events',
    of: 'a group and everything below it',
    find: async (ctx, params) => readable(ctx, await findVisibleGroup(ctx, params['id'] ?? '')),
  },
  {
    path: '/projects/:id/audit_events',
    of: 'a project',
    find: async (ctx, params) => readable(ctx, await findVisibleProject(ctx, params['id'] ?? '')),
  },
];

function readable(ctx: Context, namespace: Namespace): Namespace {
  ctx.require(auditPolicy.read, namespace);
  return namespace;
}

/** The audit logs: lists, single events, CSV. Nothing changes an event. */
export function addRoutes(routes: Routes): void {
  addStreamRoutes(routes);
  for (const { path, of, find } of logs) {
    const about = { tags, signedIn: true };
    routes.get(
      path,
      { ...about, summary: `The audit log of ${of}, by default newest first`, input: listInput },
      async ({ params, input }, ctx) => {
        const filter = await filterOf(ctx, await find(ctx, params), input);
        const isAscending = input.sort === 'asc';
        const slice = keysetRequest(input);
        if (slice) {
          const { events, next } = await sliceOfAuditEvents(ctx.db, filter, { ...slice, isAscending });
          return new KeysetPage(await presentAll(ctx, events), next);
        }
        const page = pageRequest(input);
        const [events, total] = await Promise.all([
          listAuditEvents(ctx.db, filter, { limit: page.perPage, offset: page.offset, isAscending }),
          countAuditEvents(ctx.db, filter),
        ]);
        return new RestPage(await presentAll(ctx, events), total, page);
      },
    );
    routes.get(
      `${path}.csv`,
      { ...about, summary: `The audit log of ${of} as CSV`, input: exportInput },
      async ({ params, input, reply }, ctx) => {
        const namespace = await find(ctx, params);
        const filter = await filterOf(ctx, namespace, input);
        if (namespace) await recordExport(ctx, namespace, 'the audit log as CSV');
        else {
          await recordAudit(ctx.db, ctx, { kind: 'exported', of: null, what: 'Exported the audit log as CSV' });
        }
        void asDownload(reply, 'text/csv; charset=utf-8', `${namespace?.path ?? 'installation'}-audit-events.csv`);
        return Readable.from(csvLines(ctx, filter), { objectMode: false });
      },
    );
    routes.get(
      `${path}/:audit_event_id`,
      { ...about, summary: `One event of the audit log of ${of}` },
      (request, ctx) => eventAt(request, ctx, find),
    );
  }
}

async function eventAt({ params }: Pick<RouteRequest<never>, 'params'>, ctx: Context, find: FindLog): Promise<object> {
  const namespace = await find(ctx, params);
  const id = idParam(params, 'audit_event_id') as AuditEventId;
  const event = await findAuditEvent(ctx.db, namespace?.id ?? null, id);
  if (!event) throw new NotFoundError('Audit event');
  return present(ctx, event);
}

/** Matches nothing: ids begin at 1. */
const NOBODY = 0;

async function filterOf(
  ctx: Context,
  namespace: Namespace | null,
  input: Static<typeof exportInput>,
): Promise<AuditFilter> {
  const { entity_path: path, author_username: username } = input;
  if (input.entity_id !== undefined && input.entity_type === undefined) {
    throw new InputError(['entity_id needs entity_type']);
  }
  if (path !== undefined && input.entity_type !== undefined) {
    throw new InputError(['entity_path cannot be combined with entity_type']);
  }
  const [entity, author] = await Promise.all([
    path === undefined ? { entityType: input.entity_type, entityId: input.entity_id } : entityAt(ctx, path),
    input.author_id ?? (username === undefined ? undefined : userIdOf(ctx, username)),
  ]);
  return {
    namespaceId: namespace?.id ?? null,
    kind: input.event_type,
    authorId: author as UserId | undefined,
    ...entity,
    createdAfter: timeOf('created_after', input.created_after),
    createdBefore: timeOf('created_before', input.created_before),
  };
}

const userIdOf = async (ctx: Context, username: string): Promise<number> =>
  (await userByUsername(ctx.db, username))?.id ?? NOBODY;

async function entityAt(ctx: Context, path: string): Promise<Pick<AuditFilter, 'entityType' | 'entityId'>> {
  if (path.startsWith('@')) return { entityType: 'User', entityId: await userIdOf(ctx, path.slice(1)) };
  const found = await ctx.load(namespacesByFullPath, path.toLowerCase());
  if (!found || !ctx.viewer.canSee(found.scope)) return { entityType: 'Group', entityId: NOBODY };
  return { entityType: found.kind === 'project' ? 'Project' : 'Group', entityId: found.id };
}

const presentAll = (ctx: Context, events: readonly AuditEvent[]): Promise<object[]> =>
  Promise.all(events.map((event) => present(ctx, event)));

async function present(ctx: Context, event: AuditEvent): Promise<object> {
  const [author, path] = await Promise.all([
    event.authorId === null ? null : ctx.load(usersById, event.authorId),
    pathOfEntity(ctx, event),
  ]);
  return {
    ...factsOf(event),
    author_username: author?.username ?? null,
    ...(author?.isServiceAccount && { author_service_account: true }),
    entity_current_path: path,
  };
}

/** The path of a group or project, or the username, as it is now; null if it is gone, or moved to where the viewer sees nothing. */
async function pathOfEntity(ctx: Context, { entityType, entityId }: AuditEvent): Promise<string | null> {
  if (entityId === null) return null;
  if (entityType === 'User') return (await ctx.load(usersById, entityId as UserId))?.username ?? null;
  const found = await ctx.load(namespacesById, entityId as NamespaceId);
  return found && ctx.viewer.canSee(found.scope) ? found.fullPath : null;
}

const SLICE = 500;
const heads = [
  'ID',
  'Author ID',
  'Author Name',
  'Entity ID',
  'Entity Type',
  'Entity Path',
  'Target ID',
  'Target Type',
  'Target Details',
  'Event',
  'Action',
  'IP Address',
  'Created At (UTC)',
];

async function* csvLines(ctx: Context, filter: AuditFilter): AsyncGenerator<string> {
  yield csvLine(heads);
  let cursor: readonly unknown[] | null = null;
  do {
    const slice = await sliceOfAuditEvents(ctx.db, filter, { limit: SLICE, isBackward: false, cursor });
    yield slice.events.map(lineOf).join('');
    cursor = slice.next;
  } while (cursor !== null);
}

function lineOf(event: AuditEvent): string {
  const action =
    event.change === null
      ? (event.customMessage ?? '')
      : `Changed ${event.change} from ${event.changeFrom ?? '(none)'} to ${event.changeTo ?? '(none)'}`;
  return csvLine([
    String(event.id),
    String(event.authorId ?? -1),
    event.impersonatorName === null
      ? event.authorName
      : `${event.authorName}, impersonated by ${event.impersonatorName}`,
    String(event.entityId ?? ''),
    event.entityType,
    event.entityPath ?? '',
    String(event.targetId ?? ''),
    event.targetType,
    event.targetDetails,
    event.kind,
    action,
    event.ipAddress ?? '',
    event.createdAt.toISOString(),
  ]);
}
