import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { InputError, nest, refuseUnstorable } from '../rest/input.ts';

/** A replacement character that the client wrote, as opposed to one that decoding inserted for invalid UTF-8. */
const WRITTEN_REPLACEMENT = /\uFFFD|%EF%BF%BD/i;

/**
 * Parses JSON and form bodies, and refuses input that no handler could use: malformed UTF-8, NUL characters, unpaired surrogates and
 * excessive nesting, in bodies and URLs, so that all other code may store any text it gets. Throws InputError.
 */
export function parseBodies(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    const { url = '/' } = request.raw;
    const start = url.indexOf('?');
    if (/%00/.test(url)) throw new InputError(['The address is invalid']);
    if (start >= 0 && /%[89a-f]/i.test(url) && isMalformed(url.slice(start + 1))) {
      throw new InputError(['The query string is invalid']);
    }
  });
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    // Some clients send a JSON content type with an empty body.
    if (body.length === 0) return done(null, {});
    try {
      done(null, readJson(body));
    } catch (error) {
      done(error as Error);
    }
    return undefined;
  });
  server.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => {
      try {
        done(null, readForm(body));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Parses a JSON body. Throws InputError. */
export function readJson(body: Buffer): unknown {
  const value: unknown = parseJson(textOf(body));
  refuseUnstorable(value);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(['The body is not valid JSON']);
  }
}

function readForm(body: Buffer): Record<string, unknown> {
  const text = textOf(body);
  if (isMalformed(text)) throw new InputError(['The body is not valid UTF-8']);
  const fields = nest(new URLSearchParams(text));
  refuseUnstorable(fields);
  return fields;
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new InputError(['The body is not valid UTF-8']);
  return body.toString();
}

/** Whether the percent-encoding of a query or form decodes to something other than UTF-8. */
function isMalformed(encoded: string): boolean {
  return !WRITTEN_REPLACEMENT.test(encoded) && new URLSearchParams(encoded).toString().includes('%EF%BF%BD');
}
