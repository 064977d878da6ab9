import { DomainError, ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { roleTitle } from '@milepost/core/members';
import { webPathOf } from '@milepost/core/namespaces';
import { accessLevelOf, type Viewer } from '@milepost/core/roles';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context, Trx } from '../../../platform/context.ts';
import { queueMail } from '../../../platform/outbox/mails.ts';
import type { PageRequest } from '../../../platform/rest/paging.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { userById } from '../../users/store.ts';
import { addMember, lockNamespaceForMembers } from '../commands.ts';
import { memberPolicy } from '../policy.ts';
import {
  countRequestsOf,
  deleteRequest,
  insertRequest,
  listRequesters,
  requestedAt,
  type Requester,
} from '../store/access-requests.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    'access.requested': { userId: UserId };
    /** Approved, denied, withdrawn, or the person became a member in another way. */
    'access.settled': { userId: UserId };
  }
}

/** Maximum number of open requests of one person. */
const MAX_REQUESTS = 100;

/** A person has the maximum number of open access requests. */
export class TooManyAccessRequestsError extends DomainError {
  override name = 'TooManyAccessRequestsError';
  readonly code = 'TOO_MANY_ACCESS_REQUESTS' as const;
  readonly kind = 'limited' as const;
  constructor() {
    super(`You can have up to ${MAX_REQUESTS} access requests at once.`);
  }
}

/** Whether the viewer may request access, and when they did. */
export interface OwnRequest {
  mayAsk: boolean;
  requestedAt: Date | null;
}

export async function ownRequest(ctx: Context, namespace: Namespace): Promise<OwnRequest> {
  const { id } = ctx.viewer;
  if (id === null || isMember(ctx.viewer, namespace)) return { mayAsk: false, requestedAt: null };
  const since = await requestedAt(ctx.db, namespace.id, id);
  return { mayAsk: since === null && hasFeature(namespace, 'access_requests'), requestedAt: since };
}

/** The viewer asks for access. Throws UnauthenticatedError, ForbiddenError, ValidationError or TooManyAccessRequestsError. */
export function requestAccess(ctx: Context, namespace: Namespace): Promise<Requester> {
  return ctx.transaction(async (trx) => {
    const id = ctx.viewer.requireId();
    // A bot belongs to its group or project alone.
    if (ctx.viewer.isBot) throw new ForbiddenError();
    const locked = await lockNamespaceForMembers(trx, namespace);
    if (isMember(ctx.viewer, locked) || !hasFeature(locked, 'access_requests')) throw new ForbiddenError();
    if ((await countRequestsOf(trx, id)) >= MAX_REQUESTS) throw new TooManyAccessRequestsError();
    const [user, at] = [await userById(trx, id), await insertRequest(trx, locked.id, id)];
    if (!user || !at) throw new ValidationError({ user_id: ['has already been taken'] });
    trx.announce({ name: 'access.requested', namespaceId: locked.id, data: { userId: id } });
    return { user, requestedAt: at };
  });
}

/** The people who ask for access, for those who decide. */
export async function requestersOf(
  ctx: Context,
  namespace: Namespace,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ requesters: Requester[]; total: number }> {
  ctx.require(memberPolicy.manage, namespace);
  return listRequesters(ctx.db, namespace, page);
}

/** Makes the person a member and notifies them by mail. Throws as `addMember` does. */
export function approveRequest(
  ctx: Context,
  namespace: Namespace,
  userId: UserId,
  accessLevel: number = accessLevelOf.developer,
): Promise<void> {
  return ctx.transaction(async (trx) => {
    ctx.require(memberPolicy.manage, namespace);
    await findRequest(trx, namespace, userId);
    // Settles the request: see `settleRequestOfMember`.
    await addMember(ctx.within(trx), namespace, { userId, accessLevel });
    const role = roleTitle(accessLevel);
    await mailRequester(
      ctx,
      trx,
      namespace,
      userId,
      `Your request to join ${namespace.name} was approved. Your role: ${role}.`,
    );
  });
}

/** Denies a request and notifies its author by mail; authors withdraw their own request, without a mail. */
export function denyRequest(ctx: Context, namespace: Namespace, userId: UserId): Promise<void> {
  return ctx.transaction(async (trx) => {
    const isOwn = ctx.viewer.is(userId);
    if (!isOwn) ctx.require(memberPolicy.manage, namespace);
    await findRequest(trx, namespace, userId);
    await settleRequest(trx, namespace, userId);
    if (!isOwn) await mailRequester(ctx, trx, namespace, userId, `Your request to join ${namespace.name} was denied.`);
  });
}

/** Deletes the request of a person, if there is one. */
export async function settleRequest(trx: Trx, { id }: Pick<Namespace, 'id'>, userId: UserId): Promise<void> {
  if (await deleteRequest(trx, id, userId)) trx.announce({ name: 'access.settled', namespaceId: id, data: { userId } });
}

async function findRequest(trx: Trx, namespace: Namespace, userId: UserId): Promise<void> {
  await lockNamespaceForMembers(trx, namespace);
  if (!(await requestedAt(trx, namespace.id, userId))) throw new NotFoundError('Access request');
}

async function mailRequester(
  ctx: Context,
  trx: Trx,
  namespace: Namespace,
  userId: UserId,
  sentence: string,
): Promise<void> {
  const user = await userById(trx, userId);
  if (!user) return;
  await queueMail(ctx.services, trx, {
    to: { name: user.name, address: user.email },
    subject: `Access to ${namespace.name}`,
    sentence,
    link: { title: `Open ${namespace.name}`, url: ctx.baseUrl + webPathOf(namespace) },
  });
}

function isMember(viewer: Viewer, { scope }: Namespace): boolean {
  return viewer.levelIn(scope) > 0;
}
