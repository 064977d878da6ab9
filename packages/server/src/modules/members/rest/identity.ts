import type { Access } from '@milepost/core/accounts/access-tokens';
import type { FastifyRequest } from 'fastify';
import { Context, type Services } from '../../../platform/context.ts';
import type { Authentication } from '../../../platform/module.ts';
import { needsSetUp } from '../../users/commands/set-up.ts';
import { credentialsOf, csrfTokenFor, setTokenId, requireCsrfToken } from '../../users/rest/credentials.ts';
import { presentViewer } from '../../users/rest/pages.ts';
import { identify, InvalidTokenError, requireScope, type Identity } from '../commands/identify.ts';

const identities = new WeakMap<FastifyRequest, Promise<Identity>>();

/**
 * Who a request is from, found out once. Throws InvalidTokenError for a token that does not hold, and CsrfError for a change
 * that came with a session's cookie alone.
 */
export function identityOf(services: Services, request: FastifyRequest): Promise<Identity> {
  let found = identities.get(request);
  if (!found) {
    found = identifyRequest(services, request);
    identities.set(request, found);
  }
  return found;
}

/** Whether this request was found to be somebody's: false for a stranger's, for a bad token, and where nobody asked. */
export async function identified(request: FastifyRequest): Promise<boolean> {
  const identity = await identities.get(request)?.catch(() => null);
  return (identity?.user ?? null) !== null;
}

async function identifyRequest(services: Services, request: FastifyRequest): Promise<Identity> {
  const credentials = credentialsOf(request);
  const identity = await identify(services, credentials);
  // A session that ended is nobody's: there is nothing a stranger could do in its name.
  if (identity.user) requireCsrfToken(request, credentials);
  if (identity.tokenId !== null) setTokenId(request, identity.tokenId);
  return identity;
}

/** The context of a request, whatever its token allows. */
export async function viewerContextOf(services: Services, request: FastifyRequest): Promise<Context> {
  return new Context(services, (await identityOf(services, request)).viewer);
}

/** The context of a request, whose token must allow what the route is about to do. Throws InsufficientScopeError as well. */
export async function contextOfRequest(services: Services, request: FastifyRequest): Promise<Context> {
  const identity = await identityOf(services, request);
  requireScope(identity, accessOf(request));
  return new Context(services, identity.viewer);
}

/** Throws unless the token of this request may change things: for a mutation, which comes the same way as a query. */
export async function requireWriteScope(services: Services, request: FastifyRequest): Promise<void> {
  requireScope(await identityOf(services, request), 'write');
}

function accessOf({ routeOptions, method }: FastifyRequest): Access {
  const { access } = routeOptions.config;
  if (access) return access;
  // A query is posted; whether it is a mutation shows only once it is read.
  const reads = method === 'GET' || method === 'HEAD' || routeOptions.url === '/api/graphql';
  return reads ? 'read' : 'write';
}

/** What a page knows of its viewer when it starts, and the token that its changes carry. */
export async function bootstrap({ services }: Context, request: FastifyRequest): Promise<object> {
  const { user } = await identityOf(services, request);
  return {
    viewer: user && presentViewer(user),
    csrfToken: csrfTokenFor(request),
    needsSetUp: user === null && (await needsSetUp(services.db)),
  };
}

export const authentication: Authentication = {
  contextOf: contextOfRequest,
  viewerContextOf,
  requireWriteScope,
  secretOf(request) {
    const credentials = credentialsOf(request);
    return credentials.by === 'nothing' ? null : credentials.secret;
  },
  isAuthenticated: identified,
  isInvalidToken: (error) => error instanceof InvalidTokenError,
};
