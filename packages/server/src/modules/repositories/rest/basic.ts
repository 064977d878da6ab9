import { scopesAllow, type Access } from '@milepost/core/accounts/access-tokens';
import { ForbiddenError, UnauthenticatedError } from '@milepost/core/errors';
import { anonymous, type Viewer } from '@milepost/core/roles';
import type { FastifyRequest } from 'fastify';
import { Context, type Services } from '../../../platform/context.ts';
import { identify, InvalidTokenError, viewerOfAccount, type Identity } from '../../members/commands/identify.ts';
import { isFactorOverdue } from '../../users/commands/factor-requirement.ts';
import { verifyPassword } from '../../users/commands/sign-in.ts';

/** The password is correct, but this account cannot use it for Git. */
export class TokenNeededError extends UnauthenticatedError {
  override name = 'TokenNeededError';
  constructor(reason: string) {
    super(
      `${reason}: instead of the password, use an access token with the scope read_repository, or write_repository to push.`,
    );
  }
}

/**
 * The viewer of a Git request. Git sends Basic authentication: the password of an account, or a token as password with any name.
 * Cookies are ignored, so that no page of another site can use them. Throws UnauthenticatedError for wrong credentials, TokenNeededError,
 * and ForbiddenError for a token without the scope.
 */
export async function contextOfGit(services: Services, request: FastifyRequest, access: Access): Promise<Context> {
  const { authorization } = request.headers;
  const contextOf = (viewer: Viewer) => new Context(services, viewer, services.db, { address: request.ip });
  if (authorization === undefined) return contextOf(anonymous);
  const basic = basicOf(authorization);
  const token = basic?.password ?? /^Bearer\s+(\S+)\s*$/i.exec(authorization)?.[1];
  if (!token) throw new UnauthenticatedError();
  const identity = await identityOfToken(services, token, request.ip);
  if (identity) {
    if (!scopesAllow(identity.scopes, access)) {
      throw new ForbiddenError('The token lacks the scope read_repository, write_repository or api.');
    }
    return contextOf(identity.viewer);
  }
  if (!basic) throw new UnauthenticatedError();
  if (!services.instance.passwordSignIn) throw new TokenNeededError('Sign-in with a password is turned off');
  const credentials = { login: basic.name, password: basic.password };
  const user = await verifyPassword(services, credentials, request.ip);
  if (user.hasSecondFactor) throw new TokenNeededError('Your account has a second factor');
  if (await isFactorOverdue(services.db, user)) throw new TokenNeededError('Your account needs a second factor');
  return contextOf(await viewerOfAccount(services.db, user.id));
}

async function identityOfToken(services: Services, secret: string, address: string): Promise<Identity | null> {
  try {
    return await identify(services, { by: 'token', secret }, address);
  } catch (error) {
    if (error instanceof InvalidTokenError) return null;
    throw error;
  }
}

function basicOf(authorization: string): { name: string; password: string } | null {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
