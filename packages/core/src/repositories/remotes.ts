/** How often a remote is fetched unless the site sets another interval. */
export const DEFAULT_FETCH_MINUTES = 30;
/** The shortest time between two fetches of a project. */
export const MIN_FETCH_MINUTES = 5;
/** The interval doubles with each failure in a row, up to a day. */
export const MAX_FETCH_MINUTES = 24 * 60;
/** After this many failures in a row a person has to start the next fetch. */
export const MAX_FETCH_FAILURES = 14;
export const MAX_REMOTE_URL_LENGTH = 2_048;
export const MAX_REMOTE_CREDENTIAL_LENGTH = 1_024;

/** The answer to pushes and merges while a project follows a remote. */
export const MIRROR_REFUSAL = 'This repository mirrors a remote. Push there.';

/** As in the published API. */
export const remoteStatuses = ['none', 'scheduled', 'started', 'finished', 'failed'] as const;
export type RemoteStatus = (typeof remoteStatuses)[number];

export interface RemoteCredentials {
  username: string;
  password: string;
}

export interface RemoteAddress {
  /** Without credentials. */
  url: string;
  /** Those of the address; null for none. */
  credentials: RemoteCredentials | null;
}

/** The minutes from the end of a fetch to the next one; null: only on demand. */
export function minutesToNextFetch(failures: number, interval: number): number | null {
  return failures >= MAX_FETCH_FAILURES ? null : Math.min(interval * 2 ** failures, MAX_FETCH_MINUTES);
}

/** Reads the address of a remote. Null unless it is `https://host/path`; credentials in it are split off. */
export function parseRemoteAddress(text: string): RemoteAddress | null {
  const trimmed = text.trim();
  if (trimmed.length > MAX_REMOTE_URL_LENGTH || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  const isPlain = url.search === '' && url.hash === '' && url.pathname !== '/' && !url.hostname.endsWith('.');
  if (url.protocol !== 'https:' || !isPlain) return null;
  const username = decoded(url.username);
  const password = decoded(url.password);
  if (username === null || password === null) return null;
  url.username = '';
  url.password = '';
  return { url: url.href, credentials: username === '' && password === '' ? null : { username, password } };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Git passes credentials on in lines. */
export function isRemoteCredential(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return text.length <= MAX_REMOTE_CREDENTIAL_LENGTH && !/[\u0000-\u001f\u007f]/.test(text);
}
