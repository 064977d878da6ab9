import { scopesAllow, type Access } from '@milepost/core/accounts/access-tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { anonymous } from '@milepost/core/roles';
import { Context, type Services } from '../../../platform/context.ts';
import { sha256Of } from '../../../platform/util/tokens.ts';
import type { Authentication } from '../../../platform/rooms/module.ts';
import { needsSetUp } from '../../users/commands/set-up.ts';
import { endFamilyOfReused } from '../../users/commands/tokens.ts';
import {
  clearSessionCookie,
  credentialsOf,
  csrfTokenFor,
  setTokenId,
  requireCsrfToken,
} from '../../users/rest/credentials.ts';
import { presentViewer } from '../../users/rest/page-endpoints.ts';
import { movedProfile } from '../../users/rest/profile.ts';
import { noPreferences, preferencesOf } from '../../users/store/profile.ts';
import {
  identify,
  InvalidTokenError,
  mustSetUpFactor,
  requireScope,
  requireSession,
  TwoFactorRequiredError,
  type Identity,
} from '../commands/identify.ts';

const identities = new WeakMap<FastifyRequest, Promise<Identity>>();

/**
 * Identifies the viewer of a request once. Throws InvalidTokenError for an invalid token, and CsrfError for a change with only
 * a session cookie.
 */
export function identityOf(services: Services, request: FastifyRequest): Promise<Identity> {
  let found = identities.get(request);
  if (!found) {
    found = identifyRequest(services, request);
    identities.set(request, found);
  }
  return found;
}

/** Whether this request was authenticated: false for an anonymous one, a bad token, and an unauthenticated route. */
export async function identified(request: FastifyRequest): Promise<boolean> {
  const identity = await identities.get(request)?.catch(() => null);
  return (identity?.user ?? null) !== null;
}

async function identifyRequest(services: Services, request: FastifyRequest): Promise<Identity> {
  const credentials = credentialsOf(request);
  const identity = await identify(services, credentials, request.ip).catch(async (error: unknown) => {
    if (error instanceof InvalidTokenError && credentials.by === 'token' && accessOf(request) === 'rotateSelf') {
      const ctx = new Context(services, anonymous, services.db, { address: request.ip });
      await endFamilyOfReused(ctx, sha256Of(credentials.secret));
    }
    throw error;
  });
  // An ended session is anonymous, so a forged request could not misuse it.
  if (identity.user) requireCsrfToken(request, credentials);
  if (identity.tokenId !== null) setTokenId(request, identity.tokenId);
  return identity;
}

/** The context of a request, regardless of its token's scopes. */
export async function viewerContextOf(services: Services, request: FastifyRequest): Promise<Context> {
  return contextAt(services, request, await identityOf(services, request));
}

/** The context of a request whose token must have the scope of the route. Also throws InsufficientScopeError and EndedSessionError. */
export async function contextOfRequest(services: Services, request: FastifyRequest): Promise<Context> {
  const identity = await identityOf(services, request);
  if (!endsSession(request)) requireSession(identity);
  if (mustSetUpFactor(identity) && !leadsToFactor(request)) throw new TwoFactorRequiredError();
  requireScope(identity, accessOf(request));
  return contextAt(services, request, identity);
}

function contextAt(services: Services, { ip }: FastifyRequest, { viewer, impersonator, scopes }: Identity): Context {
  const mayWrite = scopesAllow(scopes, 'write');
  return new Context(services, viewer, services.db, { address: ip, impersonator, mayWrite });
}

/** Throws unless the token may write: for mutations, which use the same route as queries. */
export async function requireWriteScope(services: Services, request: FastifyRequest): Promise<void> {
  requireScope(await identityOf(services, request), 'write');
}

/** What a browser may do with the cookie of an ended session. */
const endsSession = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === '/-/sign-out' || routeOptions.url === '/-/impersonation';

/** Removes the cookie of a session that has ended, when a page is loaded: its requests are those of a visitor. */
async function dropEndedSession(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { hasEndedSession = false } = await identityOf(services, request);
  if (hasEndedSession) clearSessionCookie(reply);
  return hasEndedSession;
}

const SET_UP_PAGE = '/-/profile/2fa';
/** The endpoints of the set-up, and the way out. */
const setUpRoutes = /^\/-\/(two-factor(\/|$)|sign-out$)/;

const leadsToFactor = ({ routeOptions }: FastifyRequest): boolean => setUpRoutes.test(routeOptions.url ?? '');

function accessOf({ routeOptions, method }: FastifyRequest): Access {
  const { access } = routeOptions.config;
  if (access) return access;
  // GraphQL queries are POST requests; only parsing tells queries from mutations.
  const reads = method === 'GET' || method === 'HEAD' || routeOptions.url === '/api/graphql';
  return reads ? 'read' : 'write';
}

/** The viewer data embedded in a page, and the CSRF token for its changes. */
export async function bootstrap(ctx: Context, request: FastifyRequest): Promise<object> {
  const { services } = ctx;
  const movedTo = await movedProfile(ctx, request.url);
  const identity = await identityOf(services, request);
  const { user, twoFactorDeadline, impersonator } = identity;
  const isOver = mustSetUpFactor(identity);
  const { timeZone, dateLanguage, firstWeekday, hasShortcuts } = user
    ? await preferencesOf(services.db, user.id)
    : noPreferences;
  return {
    ...(movedTo !== null && { movedTo }),
    ...(isOver && request.url.split('?', 1)[0] !== SET_UP_PAGE && { redirectTo: SET_UP_PAGE }),
    ...(twoFactorDeadline !== null && { twoFactor: { deadline: twoFactorDeadline.toISOString(), isOver } }),
    ...(impersonator && { impersonator: impersonator.name }),
    timeZone,
    dateLanguage,
    hasShortcuts,
    ...(firstWeekday !== null && { firstWeekday }),
    viewer: user && presentViewer(user),
    csrfToken: csrfTokenFor(request),
    needsSetUp: user === null && (await needsSetUp(services.db)),
  };
}

export const authentication: Authentication = {
  contextOf: contextOfRequest,
  viewerContextOf,
  requireWriteScope,
  dropEndedSession,
  secretOf(request) {
    const credentials = credentialsOf(request);
    return credentials.by === 'nothing' ? null : credentials.secret;
  },
  isAuthenticated: identified,
  isInvalidToken: (error) => error instanceof InvalidTokenError,
};
