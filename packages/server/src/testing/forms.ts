import type { CastName } from './cast.ts';
import { test as base, tokenFor, type Answer } from './http.ts';

export interface SentFile {
  name: string;
  bytes: Uint8Array<ArrayBuffer> | string;
  /** The name of the field; `file` by default. */
  field?: string;
  /** The content type that the client declares. */
  type?: string;
}

/**
 * Like `test` of http.ts, with `form('ada', 'POST', '/g/p/uploads', { name, bytes }, { url })` for multipart forms, with an
 * access token.
 */
export const test = base.extend(
  'form',
  ({ send, world }) =>
    async <Body = Record<string, unknown>>(
      who: CastName,
      method: 'POST' | 'PUT',
      url: string,
      file: SentFile | null,
      fields: Readonly<Record<string, string>> = {},
    ): Promise<Answer<Body>> => {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      if (file) body.set(file.field ?? 'file', new Blob([file.bytes], { type: file.type ?? '' }), file.name);
      const request = new Request('http://milepost.test', { method, body });
      const token = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
      return (await send({
        method,
        url,
        headers: { ...token, 'content-type': request.headers.get('content-type') ?? '' },
        payload: Buffer.from(await request.arrayBuffer()),
      })) as Answer<Body>;
    },
);
