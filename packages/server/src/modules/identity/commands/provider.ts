import * as openid from 'openid-client';
import type { OidcConfig } from '../../../platform/config/identity.ts';
import { ProviderUnavailableError, SignInCanceledError, UnverifiedSignInError } from './errors.ts';

/** How long each answer of a provider may take. */
const TIMEOUT_SECONDS = 5;
/** How far the clocks of the provider and this server may differ. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** How long the description of a provider is cached, and the least time between two extra fetches of its keys. */
const CACHE_MS = 60_000;
const KEYS_MIN_AGE_SECONDS = 60;
const MAX_VALUES = 1_000;

/** What is known of a provider. */
interface Known {
  metadata: openid.ServerMetadata;
  keys: openid.ExportedJWKSCache | undefined;
  /** When an unknown key last made this server fetch the keys again. */
  refetchedAt: number;
}

const known = new WeakMap<OidcConfig, { discovery: Promise<Known>; at: number }>();

/** The secrets of one sign-in, which only the browser's cookie can derive. */
export interface Secrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** What the provider says about the person who signed in. */
export interface Claims {
  /** The issuer that the token was verified for. */
  issuer: string;
  subject: string;
  username: string | null;
  name: string | null;
  email: string | null;
  isEmailVerified: boolean;
  /** Whether the provider verified several factors. */
  hasSeveralFactors: boolean;
  /** The values for role mappings; null if the claim has another type than text or list of texts. */
  values: string[] | null;
}

/** Why a sign-in was refused, for the audit log. */
export class RefusedTokenError extends UnverifiedSignInError {
  override name = 'RefusedTokenError';
  constructor(readonly reason: string) {
    super();
  }
}

/** The address of the provider's sign-in page. Throws ProviderUnavailableError. */
export async function signInAddress(provider: OidcConfig, redirectUri: string, secrets: Secrets): Promise<URL> {
  const { metadata } = await discovered(provider);
  return openid.buildAuthorizationUrl(configurationOf(provider, metadata), {
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(secrets.codeVerifier),
    code_challenge_method: 'S256',
  });
}

/**
 * Redeems the code in the address to which the provider sent the browser, and verifies the tokens. Throws ProviderUnavailableError,
 * SignInCanceledError or RefusedTokenError.
 */
export async function redeem(provider: OidcConfig, address: URL, secrets: Secrets): Promise<Claims> {
  const state = await discovered(provider);
  const configuration = configurationOf(provider, state.metadata);
  const forced = lendKeys(configuration, state);
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: secrets.codeVerifier,
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new RefusedTokenError('no ID token');
    const more = state.metadata.userinfo_endpoint
      ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    return claimsOf(provider, { ...more, ...claims });
  } catch (error) {
    throw refusalOf(provider, error);
  } finally {
    returnKeys(configuration, state, forced);
  }
}

/** Asks a provider for its description, for `milepost doctor`. Throws ProviderUnavailableError or RefusedTokenError. */
export async function checkProvider(provider: OidcConfig): Promise<void> {
  await discover(provider);
}

/** The description of a provider. Sign-ins at the same time share one request, also one that fails. */
function discovered(provider: OidcConfig): Promise<Known> {
  const cached = known.get(provider);
  if (cached && Date.now() - cached.at < CACHE_MS) return cached.discovery;
  const entry = { discovery: discover(provider), at: Date.now() };
  known.set(provider, entry);
  entry.discovery.catch(() => {
    if (known.get(provider) === entry) known.delete(provider);
  });
  return entry.discovery;
}

async function discover(provider: OidcConfig): Promise<Known> {
  try {
    const found = await openid.discovery(new URL(provider.issuer), provider.clientId, undefined, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: insecureFor(provider),
    });
    return { metadata: found.serverMetadata(), keys: undefined, refetchedAt: 0 };
  } catch (error) {
    throw refusalOf(provider, error, true);
  }
}

/** Only addresses of this machine may be plain: see `identitySettings`. */
const insecureFor = ({ issuer }: OidcConfig) =>
  // oxlint-disable-next-line typescript/no-deprecated
  issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];

/** A configuration of its own for each use, because the library keeps keys for one without a way to replace them. */
function configurationOf(provider: OidcConfig, metadata: openid.ServerMetadata): openid.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authentication = methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(provider.clientSecret)
    : openid.ClientSecretPost(provider.clientSecret);
  const configuration = new openid.Configuration(
    metadata,
    provider.clientId,
    { [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authentication,
  );
  configuration.timeout = TIMEOUT_SECONDS;
  // Otherwise the signature of a token that came from the provider itself is not verified.
  openid.enableNonRepudiationChecks(configuration);
  for (const change of insecureFor(provider)) change(configuration);
  return configuration;
}

/**
 * Gives cached keys to a configuration, with an age at which an unknown key makes the library fetch them again, or with one at which it
 * does not if that happened within the last minute. Returns the time that it set.
 */
function lendKeys(configuration: openid.Configuration, { keys, refetchedAt }: Known): number | null {
  if (!keys) return null;
  const now = Math.floor(Date.now() / 1_000);
  const uat = Date.now() - refetchedAt >= CACHE_MS ? now - KEYS_MIN_AGE_SECONDS : now;
  openid.setJwksCache(configuration, { jwks: keys.jwks, uat });
  return uat;
}

function returnKeys(configuration: openid.Configuration, state: Known, lent: number | null): void {
  const keys = openid.getJwksCache(configuration);
  if (!keys || keys.uat === lent) return;
  state.keys = keys;
  if (lent !== null) state.refetchedAt = Date.now();
}

/** Connection errors and 5xx answers are an outage; everything else is refused. */
function refusalOf(provider: OidcConfig, error: unknown, isDiscovery = false): Error {
  if (error instanceof RefusedTokenError) return error;
  if (error instanceof openid.AuthorizationResponseError) return new SignInCanceledError(provider.label);
  if (error instanceof openid.ClientError || error instanceof openid.ResponseBodyError) {
    const { code, cause } = error;
    const status = error instanceof openid.ResponseBodyError ? error.status : statusOf(cause);
    if (code === 'OAUTH_TIMEOUT' || (status !== null && status >= 500))
      return new ProviderUnavailableError(provider.label);
    return isDiscovery
      ? new ProviderUnavailableError(provider.label)
      : new RefusedTokenError(`${code ?? 'invalid answer'}: ${error.message}`.slice(0, 200));
  }
  // `fetch` reports a failed connection as a TypeError, its time limit as a DOMException.
  if (error instanceof TypeError || error instanceof DOMException) return new ProviderUnavailableError(provider.label);
  return error instanceof Error ? error : new RefusedTokenError('unknown error');
}

const statusOf = (cause: unknown): number | null => (cause instanceof Response ? cause.status : null);

/** Authentication methods (RFC 8176) that stand for several factors, or for a key that is more than a password. */
const STRONG_METHODS = new Set(['mfa', 'otp', 'hwk', 'swk']);

function claimsOf(provider: OidcConfig, claims: Readonly<Record<string, unknown>>): Claims {
  const textOf = (name: string): string | null => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const methods = Array.isArray(claims['amr']) ? claims['amr'] : [];
  return {
    issuer: provider.issuer,
    subject: String(claims['sub']),
    username: textOf('preferred_username'),
    name: textOf('name'),
    email: textOf('email'),
    isEmailVerified: claims['email_verified'] === true,
    hasSeveralFactors: methods.some((method) => typeof method === 'string' && STRONG_METHODS.has(method)),
    values: valuesOf(claims[provider.groupsClaim]),
  };
}

/** The values of a claim; none if it is missing, null if it is neither a text nor a list of texts. */
export function valuesOf(claim: unknown): string[] | null {
  if (claim === undefined || claim === null) return [];
  const list: unknown[] = Array.isArray(claim) ? claim : [claim];
  const texts = list.filter((value) => typeof value === 'string');
  return texts.length === list.length ? [...new Set(texts)].slice(0, MAX_VALUES) : null;
}
