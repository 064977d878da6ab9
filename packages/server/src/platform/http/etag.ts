import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** The ETag of a representation. */
export function etagOf(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Whether the client already has the representation with this ETag, so that the response is 304. */
export function hasRepresentation({ headers }: FastifyRequest, etag: string): boolean {
  return headers['if-none-match']?.split(/\s*,\s*/).some((known) => known.replace(/^W\//, '') === etag) ?? false;
}
