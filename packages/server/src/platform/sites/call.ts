import { sign, SIGNATURE_HEADER } from './signature.ts';
import type { Site } from './site.ts';

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
  /** Ends the call, also while its answer is read. */
  signal: AbortSignal;
}

/** Calls an endpoint of another site, signed. Throws SiteCallError, and what `fetch` throws if the site does not answer. */
export async function callSite(
  { secret, site: { name } }: { secret: string; site: Site },
  internalUrl: string,
  path: string,
  { method = 'GET', body, signal }: CallOptions,
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
    signal,
  });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  throw new SiteCallError(answer.status, path);
}
