import { createHmac, randomUUID } from 'node:crypto';
import { derivedFrom, isSameSecret } from '../util/tokens.ts';

/** The header of requests between sites. */
export const SIGNATURE_HEADER = 'x-milepost-forwarded';

/** A request is accepted for this long after it was signed. */
export const SIGNATURE_SECONDS = 60;

/** What a site says about a request that it sends to another. */
export interface Claims {
  /** Seconds since 1970. */
  time: number;
  /** Makes the signature usable once. */
  nonce: string;
  method: string;
  /** Path and query. */
  url: string;
  /** The name of the sending site. */
  site: string;
  /** Of the client. */
  address: string;
  /** The host that the client asked; null for requests of the site itself. */
  host: string | null;
  /** The id of the request at the sending site. */
  id: string;
}

/** Signs a request with a key that is derived from the secret of the installation. */
export function sign(secret: string, claims: Omit<Claims, 'time' | 'nonce'>, now: number = Date.now()): string {
  const whole: Claims = { ...claims, time: Math.floor(now / 1_000), nonce: randomUUID() };
  const text = Buffer.from(JSON.stringify(whole)).toString('base64url');
  return `${text}.${macOf(secret, text)}`;
}

/** The claims of a signature for this request; null if it is forged, expired, or made for another request. */
export function verify(
  secret: string,
  header: unknown,
  request: { method: string; url: string },
  now: number = Date.now(),
): Claims | null {
  if (typeof header !== 'string') return null;
  const [text = '', mac = ''] = header.split('.');
  if (!isSameSecret(mac, macOf(secret, text))) return null;
  const claims = JSON.parse(Buffer.from(text, 'base64url').toString()) as Claims;
  const isCurrent = Math.abs(now / 1_000 - claims.time) <= SIGNATURE_SECONDS;
  return isCurrent && claims.method === request.method && claims.url === request.url ? claims : null;
}

function macOf(secret: string, text: string): string {
  return createHmac('sha256', derivedFrom(secret, 'requests between sites')).update(text).digest('base64url');
}
