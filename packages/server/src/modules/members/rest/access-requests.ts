import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { idOf as userIn } from '../../users/rest/accounts.ts';
import { presentUser } from '../../users/rest/presenters.ts';
import { approveRequest, denyRequest, ownRequest, requestAccess, requestersOf } from '../commands/access-requests.ts';
import type { Requester } from '../store/access-requests.ts';
import { presentOne } from './presenters.ts';

const tags = ['members'];
const ownerKinds = [
  { kind: 'group', path: '/groups/:id/access_requests', find: findVisibleGroup },
  { kind: 'project', path: '/projects/:id/access_requests', find: findVisibleProject },
] as const;

/** Requests for access to groups and projects. */
export function addAccessRequestRoutes(routes: Routes): void {
  for (const owner of ownerKinds) addRoutesOf(routes, owner);
}

function addRoutesOf(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  routes.get(
    path,
    { summary: `People who ask for access to a ${kind}`, tags, signedIn: true, input: Type.Object(pagingInput) },
    async ({ params, input }, ctx) => {
      const wanted = pageRequest(input);
      const { requesters, total } = await requestersOf(ctx, await find(ctx, namespaceIn(params)), wanted);
      return new RestPage(
        requesters.map((each) => presentRequester(ctx, each)),
        total,
        wanted,
      );
    },
  );
  routes.get(
    `${path}/own`,
    { summary: 'Milepost extension. Whether the viewer may ask for access, and did', tags, signedIn: true },
    async ({ params }, ctx) => {
      const own = await ownRequest(ctx, await find(ctx, namespaceIn(params)));
      return { can_request: own.mayAsk, requested_at: own.requestedAt?.toISOString() ?? null };
    },
  );
  routes.post(path, { summary: `Ask for access to a ${kind}`, tags, signedIn: true }, async ({ params }, ctx) =>
    presentRequester(ctx, await requestAccess(ctx, await find(ctx, namespaceIn(params)))),
  );
  routes.put(
    `${path}/:user_id/approve`,
    {
      summary: 'Approve a request for access',
      tags,
      signedIn: true,
      status: 201,
      input: Type.Object({
        access_level: Type.Optional(Type.Integer({ description: 'The role; 30 (Developer) by default' })),
      }),
    },
    async ({ params, input }, ctx) => {
      const [namespace, userId] = [await find(ctx, namespaceIn(params)), userIn(params)];
      await approveRequest(ctx, namespace, userId, input.access_level);
      return presentOne(ctx, namespace, userId, ['direct']);
    },
  );
  routes.delete(
    `${path}/:user_id`,
    { summary: 'Deny a request for access, or withdraw one’s own', tags, signedIn: true },
    async ({ params }, ctx) => denyRequest(ctx, await find(ctx, namespaceIn(params)), userIn(params)),
  );
}

function presentRequester(ctx: Context, { user, requestedAt }: Requester) {
  return { ...presentUser(user, ctx.baseUrl), requested_at: requestedAt.toISOString() };
}
