import type { InjectOptions } from 'fastify';
import { resolveRefs, type Pools } from './values.ts';
import type { Encoding, RestCall } from './rest-calls.ts';

/** A call as a request, with its references resolved. */
export function requestOf(call: RestCall, pools: Pools, headers: Readonly<Record<string, string>>): InjectOptions {
  const params = resolveRefs(call.params, pools) as Record<string, unknown>;
  const input = resolveRefs(call.input, pools) as Record<string, unknown>;
  const path = call.url.replaceAll(/:(\w+)(\(\^[^)]*\$\))?/g, (_whole, name: string) => encoded(params[name]));
  const body = bodyOf(call.encoding, input);
  return {
    method: call.method,
    url: body.query === '' ? path : `${path}?${body.query}`,
    headers: { ...headers, ...(body.type !== null && { 'content-type': body.type }) },
    ...(body.payload !== null && { payload: body.payload }),
  };
}

interface Body {
  query: string;
  type: string | null;
  payload: string | Buffer | null;
}

function bodyOf(encoding: Encoding, input: Record<string, unknown>): Body {
  switch (encoding) {
    case 'query':
      return { query: pairsOf(input), type: null, payload: null };
    case 'json':
      return { query: '', type: 'application/json', payload: JSON.stringify(input) };
    case 'form':
      return { query: '', type: 'application/x-www-form-urlencoded', payload: pairsOf(input) };
    case 'parts':
      return { query: '', type: `multipart/form-data; boundary=${BOUNDARY}`, payload: partsOf(input) };
    default:
      // Cut in the middle, with a byte that is not valid UTF-8.
      return {
        query: '',
        type: 'application/json',
        payload: Buffer.concat([Buffer.from(JSON.stringify(input).slice(0, -3)), Buffer.from([0xff, 0x7d])]),
      };
  }
}

/** As clients write them: `a[]=1`, `h[k]=v`. */
function pairsOf(input: unknown, name = '', depth = 0): string {
  if (input === undefined || depth > 6) return '';
  if (typeof input !== 'object' || input === null) return name === '' ? '' : `${encoded(name)}=${encoded(input)}`;
  return Object.entries(input)
    .map(([key, value]) => {
      const inner = Array.isArray(input) ? '' : key;
      return pairsOf(value, name === '' ? key : `${name}[${inner}]`, depth + 1);
    })
    .filter((pair) => pair !== '')
    .join('&');
}

const BOUNDARY = 'x-boundary-x';

function partsOf(input: Record<string, unknown>): Buffer {
  const part = (disposition: string, value: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
  const fields = Object.entries(input).map(([name, value]) => part(`name="${name}"`, textOf(value)));
  const fileName = textOf(input['name'] ?? 'a.txt').replaceAll(/["\r\n]/g, '');
  return Buffer.from(`${fields.join('')}${part(`name="file"; filename="${fileName}"`, 'file')}--${BOUNDARY}--\r\n`);
}

function encoded(value: unknown): string {
  // A lone surrogate has no UTF-8 encoding: it is sent as the bytes that some clients send for it.
  return [...Buffer.from(textOf(value), 'utf8')].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
