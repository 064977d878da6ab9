import type { Services } from '../../../platform/context.ts';
import { sign, SIGNATURE_HEADER } from '../../../platform/sites/signature.ts';

/** Another site refused a request. */
export class SiteCallError extends Error {
  override name = 'SiteCallError';
  constructor(
    readonly status: number,
    path: string,
  ) {
    super(`The other site answered ${path} with ${status}`);
  }
}

export interface CallOptions {
  method?: 'GET' | 'POST';
  /** Sent as JSON. */
  body?: unknown;
  timeoutMs: number;
}

/** Calls an endpoint of another site, signed. Throws SiteCallError, and what `fetch` throws if the site does not answer in time. */
export async function callSite(
  { secret, site: { name } }: Services,
  internalUrl: string,
  path: string,
  { method = 'GET', body, timeoutMs }: CallOptions,
): Promise<Response> {
  const signature = sign(secret, { method, url: path, site: name ?? '', address: '', host: null, id: path });
  const answer = await fetch(new URL(path, internalUrl), {
    method,
    headers: {
      [SIGNATURE_HEADER]: signature,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new SiteCallError(answer.status, path);
}

/** What a site tells another about itself. */
export interface SiteState {
  name: string | null;
  isStandby: boolean;
  /** Whether it accepts changes. */
  isPrimary: boolean;
  position: string;
  /** Each promotion starts a new one; null on a standby. */
  timeline: number | null;
}

export const STATE_PATH = '/-/sites/state';
const STATE_TIMEOUT_MS = 1_500;

export async function stateOfSite(services: Services, internalUrl: string): Promise<SiteState> {
  const answer = await callSite(services, internalUrl, STATE_PATH, { timeoutMs: STATE_TIMEOUT_MS });
  return (await answer.json()) as SiteState;
}
