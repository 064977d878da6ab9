import { accessLevelOf } from '@milepost/core/roles';
import { Type } from 'typebox';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../../namespaces/commands.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { presentAccessToken } from '../../users/rest/presenters.ts';
import {
  newTokenInput,
  ownTokenIdIn,
  presentCreated,
  rotateInput,
  rotatesSelf,
  tokenFilterInput,
  tokenFilterOf,
  tokenIdIn,
} from '../../users/rest/tokens.ts';
import {
  createNamespaceToken,
  findNamespaceToken,
  namespaceTokens,
  revokeNamespaceToken,
  rotateNamespaceToken,
  rotateOwnNamespaceToken,
} from '../commands/access-tokens.ts';

const ownerKinds = [
  { kind: 'group', path: '/groups/:id/access_tokens', find: findVisibleGroup },
  { kind: 'project', path: '/projects/:id/access_tokens', find: findVisibleProject },
] as const;

const listInput = Type.Object({ ...pagingInput, ...tokenFilterInput });
const tokenInput = Type.Object({
  ...newTokenInput,
  access_level: Type.Optional(
    Type.Integer({ description: `The role, ${accessLevelOf.maintainer} by default; not above one’s own` }),
  ),
});

/** Access tokens of groups and projects. Each has an account of its own, which is a member. */
export function addAccessTokenRoutes(routes: Routes): void {
  for (const owner of ownerKinds) addRoutesOf(routes, owner);
}

function addRoutesOf(routes: Routes, { kind, path, find }: (typeof ownerKinds)[number]): void {
  const tags = [`${kind} access tokens`];
  routes.get(
    path,
    { summary: `Access tokens of a ${kind}`, tags, input: listInput, signedIn: true },
    async ({ params, input }, ctx) => {
      const namespace = await find(ctx, namespaceIn(params));
      const wanted = pageRequest(input);
      const { tokens, total } = await namespaceTokens(ctx, namespace, tokenFilterOf(input), wanted, input.sort);
      return new RestPage(tokens.map(presentAccessToken), total, wanted);
    },
  );
  routes.post(
    path,
    { summary: 'Create one, which is shown once', tags, input: tokenInput, signedIn: true },
    async ({ params, input }, ctx) =>
      presentCreated(
        await createNamespaceToken(ctx, await find(ctx, namespaceIn(params)), {
          name: input.name,
          description: input.description,
          scopes: input.scopes,
          expiresAt: input.expires_at ?? null,
          ...(input.access_level !== undefined && { accessLevel: input.access_level }),
        }),
      ),
  );
  routes.get(`${path}/:token_id`, { summary: 'One of them', tags, signedIn: true }, async (request, ctx) =>
    presentAccessToken(await findNamespaceToken(ctx, await find(ctx, namespaceIn(request.params)), tokenIdIn(request))),
  );
  routes.delete(`${path}/:token_id`, { summary: 'Revoke it', tags, signedIn: true }, async (request, ctx) =>
    revokeNamespaceToken(ctx, await find(ctx, namespaceIn(request.params)), tokenIdIn(request)),
  );
  for (const [which, options] of [
    [':token_id', { summary: 'Revoke it and create an equal one', signedIn: true }],
    // The token of the request, which may replace itself.
    ['self', { summary: 'Replace the token of this request', ...rotatesSelf }],
  ] as const) {
    routes.post(
      `${path}/${which}/rotate`,
      { ...options, tags, input: rotateInput, status: 200 },
      async (request, ctx) => {
        const namespace = await find(ctx, namespaceIn(request.params));
        const id = which === 'self' ? ownTokenIdIn(request) : tokenIdIn(request);
        const rotate = which === 'self' ? rotateOwnNamespaceToken : rotateNamespaceToken;
        return presentCreated(await rotate(ctx, namespace, id, request.input.expires_at));
      },
    );
  }
}
