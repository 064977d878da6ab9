import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isShownType, mediaTypeOf } from '@milepost/core/files/uploads';
import { publicLookup, refusePrivateHost } from '../network/public-addresses.ts';

/** A fetched image of another server. */
export interface FetchedImage {
  mediaType: string;
  bytes: Buffer;
}

/** An image cannot be shown: the response is not an image, it is too large, or its address is private. */
export class RemoteImageError extends Error {
  override name = 'RemoteImageError';
}

const FETCH_TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;

interface FetchOptions {
  /** Maximum size of an image in bytes. */
  limit: number;
  /** For tests only: allows private addresses. */
  isLocalAllowed?: boolean;
}

/**
 * Fetches an image over http or https. The address of each redirect is checked when connecting; the bytes determine the type, so
 * neither pages nor SVGs are accepted. Throws RemoteImageError.
 */
export async function fetchImage(address: string, options: FetchOptions): Promise<FetchedImage> {
  const signal = AbortSignal.timeout(FETCH_TIMEOUT_MS);
  try {
    let url = new URL(address);
    for (let redirects = 0; ; redirects++) {
      const response = await open(url, options, signal);
      const next = redirectOf(response, url);
      if (!next) return await imageIn(response, options.limit);
      response.destroy();
      if (redirects === MAX_REDIRECTS) throw new RemoteImageError('It redirects too often');
      url = next;
    }
  } catch (error) {
    if (error instanceof RemoteImageError) throw error;
    throw new RemoteImageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function open(url: URL, { isLocalAllowed = false }: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
      throw new RemoteImageError('It is not an http or https address');
    }
    if (!isLocalAllowed) refusePrivateHost(url);
    const begin = url.protocol === 'https:' ? requestHttps : requestHttp;
    const headers = { accept: 'image/*', 'user-agent': 'Milepost' };
    const sent = begin(
      url,
      { headers, agent: false, signal, ...(!isLocalAllowed && { lookup: publicLookup }) },
      resolve,
    );
    sent.on('error', reject);
    sent.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return null;
  if (!URL.canParse(headers.location, from)) throw new RemoteImageError('It redirects without an address');
  return new URL(headers.location, from);
}

async function imageIn(response: IncomingMessage, limit: number): Promise<FetchedImage> {
  try {
    if (response.statusCode !== 200) throw new RemoteImageError(`It answers ${response.statusCode ?? 0}`);
    if (Number(response.headers['content-length'] ?? 0) > limit) throw new RemoteImageError('It is too large');
    const parts: Buffer[] = [];
    let length = 0;
    for await (const part of response as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > limit) throw new RemoteImageError('It is too large');
      parts.push(part);
    }
    const bytes = Buffer.concat(parts);
    const mediaType = mediaTypeOf(bytes);
    if (!isShownType(mediaType)) throw new RemoteImageError('It is not a PNG, JPEG, GIF, WebP or AVIF image');
    return { mediaType, bytes };
  } finally {
    response.destroy();
  }
}
