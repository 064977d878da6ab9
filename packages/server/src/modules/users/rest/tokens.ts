import { scopes } from '@milepost/core/accounts/access-tokens';
import { ForbiddenError, UnauthenticatedError } from '@milepost/core/errors';
import type { TokenId, UserId } from '@milepost/core/ids';
import { Type, type Static } from 'typebox';
import { RestPage, pageRequest, pagingInput } from '../../../platform/rest/paging.ts';
import type { RouteRequest, Routes } from '../../../platform/rest/routes.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { idParam } from '../../../platform/rest/params.ts';
import { idInput } from '../../../platform/rest/input.ts';
import {
  createAccessToken,
  findAccessToken,
  revokeToken,
  rotateToken,
  type CreatedAccessToken,
} from '../commands/tokens.ts';
import { tokenIdOf } from './credentials.ts';
import { idOf } from './accounts.ts';
import { presentAccessToken } from './presenters.ts';
import { listAccessTokens, tokenSorts, type AccessTokenFilter } from '../store/tokens.ts';

/** The filters and orders of a list of tokens. */
export const tokenFilterInput = {
  state: Type.Optional(Type.Union([Type.Literal('active'), Type.Literal('inactive')])),
  revoked: Type.Optional(Type.Boolean()),
  search: Type.Optional(Type.String({ description: 'Part of the name' })),
  sort: Type.Optional(Type.Union(tokenSorts.map((sort) => Type.Literal(sort)))),
  created_after: timeInput('Created after this time'),
  created_before: timeInput('Created before this time'),
  expires_after: timeInput('Expires after this day'),
  expires_before: timeInput('Expires before this day'),
  last_used_after: timeInput('Last used after this time'),
  last_used_before: timeInput('Last used before this time'),
};
const tokenFilters = Type.Object(tokenFilterInput);
const listInput = Type.Object({
  ...pagingInput,
  user_id: Type.Optional(idInput({ description: 'The owner; only administrators may name someone else' })),
  ...tokenFilterInput,
});

export const newTokenInput = {
  name: Type.String(),
  description: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  scopes: Type.Array(Type.String(), { description: scopes.join(', ') }),
  expires_at: Type.Optional(
    Type.String({ format: 'date', description: 'The first day on which it is no longer valid' }),
  ),
};
const tokenInput = Type.Object(newTokenInput);

export const rotateInput = Type.Object({ expires_at: Type.Optional(Type.String({ format: 'date' })) });
const tags = ['personal access tokens'];
/** A token that is not allowed anything else may replace itself. */
export const rotatesSelf = { signedIn: true, access: 'rotateSelf' } as const;

/** Personal access tokens: the viewer's own, for administrators those of all people. */
export function addTokenRoutes(routes: Routes): void {
  routes.get(
    '/personal_access_tokens',
    { summary: 'Tokens', tags, input: listInput, signedIn: true },
    async ({ input }, ctx) => {
      const own = ctx.viewer.id as UserId;
      const wantedUser = input.user_id === undefined ? null : (input.user_id as UserId);
      if (wantedUser !== null && wantedUser !== own && !ctx.viewer.isAdmin) throw new UnauthenticatedError();
      const wanted = pageRequest(input);
      const { tokens, total } = await listAccessTokens(
        ctx.db,
        {
          userId: wantedUser ?? (ctx.viewer.isAdmin ? null : own),
          ...tokenFilterOf(input),
        },
        wanted,
        input.sort,
      );
      return new RestPage(tokens.map(presentAccessToken), total, wanted);
    },
  );

  // `self` is the token of the request; it may read and revoke itself whatever its scopes.
  routes.get(
    '/personal_access_tokens/:token_id',
    { summary: 'One token', tags, signedIn: true, access: 'readUsers' },
    async (request, ctx) => presentAccessToken(await findAccessToken(ctx, tokenIdIn(request))),
  );
  routes.get(
    '/personal_access_tokens/self',
    { summary: 'The token of this request', tags, signedIn: true, access: 'anyToken' },
    async (request, ctx) => presentAccessToken(await findAccessToken(ctx, ownTokenIdIn(request))),
  );
  routes.delete(
    '/personal_access_tokens/:token_id',
    { summary: 'Revoke a token', tags, signedIn: true },
    (request, ctx) => revokeToken(ctx, tokenIdIn(request)),
  );
  routes.delete(
    '/personal_access_tokens/self',
    { summary: 'Revoke the token of this request', tags, signedIn: true, access: 'anyToken' },
    (request, ctx) => revokeToken(ctx, ownTokenIdIn(request)),
  );
  routes.post(
    '/personal_access_tokens/:token_id/rotate',
    { summary: 'Revoke a token and create an equal one', tags, signedIn: true, input: rotateInput, status: 200 },
    async (request, ctx) => presentCreated(await rotateToken(ctx, tokenIdIn(request), request.input.expires_at)),
  );
  routes.post(
    '/personal_access_tokens/self/rotate',
    { summary: 'Replace the token of this request', tags, ...rotatesSelf, input: rotateInput, status: 200 },
    async (request, ctx) => presentCreated(await rotateToken(ctx, ownTokenIdIn(request), request.input.expires_at)),
  );

  routes.post(
    '/user/personal_access_tokens',
    { summary: 'Create a token for oneself', tags, signedIn: true, input: tokenInput },
    async ({ input }, ctx) =>
      presentCreated(
        await createAccessToken(ctx, { ...input, userId: ctx.viewer.id as UserId, expiresAt: input.expires_at }),
      ),
  );
  routes.post(
    '/users/:user_id/personal_access_tokens',
    { summary: 'Create a token for someone; for administrators', tags, signedIn: true, input: tokenInput },
    async ({ params, input }, ctx) => {
      if (!ctx.viewer.isAdmin) throw new ForbiddenError();
      return presentCreated(
        await createAccessToken(ctx, { ...input, userId: idOf(params), expiresAt: input.expires_at }),
      );
    },
  );
}

/** The filter of a list of tokens. */
export function tokenFilterOf(input: Static<typeof tokenFilters>): Omit<AccessTokenFilter, 'userId'> {
  return {
    state: input.state,
    revoked: input.revoked,
    search: input.search,
    createdAfter: timeOf('created_after', input.created_after),
    createdBefore: timeOf('created_before', input.created_before),
    expiresAfter: dayOf('expires_after', input.expires_after),
    expiresBefore: dayOf('expires_before', input.expires_before),
    lastUsedAfter: timeOf('last_used_after', input.last_used_after),
    lastUsedBefore: timeOf('last_used_before', input.last_used_before),
  };
}

export function presentCreated({ token, secret }: CreatedAccessToken) {
  return { ...presentAccessToken(token), token: secret };
}

export function tokenIdIn(request: Pick<RouteRequest<never>, 'params' | 'http'>): TokenId {
  return request.params['token_id'] === 'self' ? ownTokenIdIn(request) : idParam<'Token'>(request.params, 'token_id');
}

/** The token of the request. Throws if the request used a session: there is no token then. */
export function ownTokenIdIn({ http }: Pick<RouteRequest<never>, 'http'>): TokenId {
  const id = tokenIdOf(http);
  if (id === null) throw new UnauthenticatedError();
  return id;
}

function dayOf(name: string, text: string | undefined): string | undefined {
  return timeOf(name, text)?.toISOString().slice(0, 10);
}
