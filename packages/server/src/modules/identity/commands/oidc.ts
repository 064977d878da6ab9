import { pathOnSite } from '@milepost/core/text/web-urls';
import type { UserId } from '@milepost/core/ids';
import type { OidcConfig } from '../../../platform/config/identity.ts';
import type { Services } from '../../../platform/context.ts';
import { derivedFrom, randomLetters, sha256Of } from '../../../platform/util/tokens.ts';
import { recordFailedSignIn } from '../../users/commands/failed-sign-ins.ts';
import { passFirstFactor, type SignInProgress } from '../../users/commands/first-factor.ts';
import type { Origin } from '../../users/commands/sessions.ts';
import { insertRequest, isUsedLink, saveClaimValues, useRequest, type IdentityRequest } from '../store.ts';
import { rolesOfValues } from '../store/mappings.ts';
import { accountOf, type Described } from './accounts.ts';
import { NotConfiguredError, UnverifiedSignInError, UsedLinkError } from './errors.ts';
import { replaceGrantsOfUser, systemContext } from './grants.ts';
import { redeem, RefusedTokenError, signInAddress, type Claims, type Secrets } from './provider.ts';

/** Time between the start of a sign-in and the return from the provider. */
export const SIGN_IN_MINUTES = 10;

/** The provider of this name. Throws NotConfiguredError. */
export function oidcProvider({ identity }: Services, name: string): OidcConfig {
  const provider = identity.oidc.find((each) => each.name === name);
  if (!provider) throw new NotConfiguredError('Single sign-on');
  return provider;
}

/** Derived from the secret in the browser's cookie, so that the database holds none of them. */
function secretsOf(browserSecret: string): Secrets {
  return {
    state: derivedFrom(browserSecret, 'state'),
    nonce: derivedFrom(browserSecret, 'nonce'),
    codeVerifier: derivedFrom(browserSecret, 'code verifier'),
  };
}

const redirectUri = ({ baseUrl }: Services, { name }: OidcConfig): string => `${baseUrl}/users/auth/${name}/callback`;

export interface Start {
  /** Where the person wants to go; other than a path of this site it is the start page. */
  returnTo: string;
  isRemembered: boolean;
  /** The account to link; null for a sign-in. */
  userId: UserId | null;
}

/** Begins a sign-in: the provider's address, and the secret for the browser's cookie. Throws ProviderUnavailableError. */
export async function beginOidc(
  services: Services,
  provider: OidcConfig,
  { returnTo, isRemembered, userId }: Start,
): Promise<{ address: string; browserSecret: string }> {
  const browserSecret = randomLetters(43);
  const secrets = secretsOf(browserSecret);
  const address = await signInAddress(provider, redirectUri(services, provider), secrets);
  await insertRequest(
    services.db,
    {
      browserHash: sha256Of(browserSecret),
      stateHash: sha256Of(secrets.state),
      provider: provider.name,
      userId,
      returnTo: returnPath(services, returnTo),
      isRemembered,
    },
    SIGN_IN_MINUTES,
  );
  return { address: address.href, browserSecret };
}

/** A path of this site, otherwise `/`. */
export function returnPath({ baseUrl }: Pick<Services, 'baseUrl'>, wanted: string): string {
  const path = wanted.startsWith('/') && wanted.length <= 2_000 ? pathOnSite(wanted, baseUrl) : null;
  return path === null || /^\/users\/(?:sign_in|auth)(?![^?#/])/.test(path) ? '/' : path;
}

export interface Return {
  /** The query of the address to which the provider sent the browser, with `?`. */
  query: string;
  /** The secret in the browser's cookie. */
  browserSecret: string;
}

/**
 * Verifies the return from a provider and uses its request. Throws UnverifiedSignInError, UsedLinkError, ProviderUnavailableError or
 * SignInCanceledError; a refused state or token is recorded as a failed sign-in.
 */
export async function verifyReturn(
  services: Services,
  provider: OidcConfig,
  { query, browserSecret }: Return,
  ip: string,
): Promise<{ request: IdentityRequest; claims: Claims }> {
  const { db } = services;
  const secrets = secretsOf(browserSecret);
  const state = new URLSearchParams(query).getAll('state');
  const stateHash = sha256Of(state.join(' '));
  const refused = (why: string): Promise<void> =>
    recordFailedSignIn(services, { ip, userId: null, what: `Sign-in with ${provider.name} was refused: ${why}` });
  const request = await useRequest(db, sha256Of(browserSecret), stateHash);
  if (!request || request.provider !== provider.name) {
    if (await isUsedLink(db, stateHash)) throw new UsedLinkError();
    await refused('its state is forged, used or expired');
    throw new UnverifiedSignInError();
  }
  try {
    const claims = await redeem(provider, new URL(redirectUri(services, provider) + query), secrets);
    return { request, claims };
  } catch (error) {
    if (error instanceof RefusedTokenError) await refused(error.reason);
    throw error;
  }
}

/** The person of verified claims. */
export function describedBy(provider: OidcConfig, claims: Claims): Described {
  const { issuer, subject, username, name, email, isEmailVerified } = claims;
  return { key: { provider: provider.name, issuer, subject }, username, name, email, isEmailVerified };
}

/** Signs in with verified claims, or begins a second step. Throws NoAccountError, or what `passFirstFactor` throws. */
export async function signInWithClaims(
  services: Services,
  provider: OidcConfig,
  claims: Claims,
  isRemembered: boolean,
  origin: Origin,
): Promise<SignInProgress> {
  const { user, identity } = await accountOf(services, provider, describedBy(provider, claims), origin.ip);
  const progress = await passFirstFactor(services, user, origin, {
    by: provider.name,
    hasSeveralFactors: claims.hasSeveralFactors,
    isRemembered,
  });
  if (claims.values !== null) {
    await saveClaimValues(services.db, identity.id, claims.values);
    const wanted = await rolesOfValues(services.db, provider.name, claims.values);
    await replaceGrantsOfUser(systemContext(services), user.id, provider.name, wanted);
  }
  return progress;
}
