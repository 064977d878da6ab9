import { parseDay } from '@milepost/core/days';
import { Type, type TSchema, type TSchemaOptions } from 'typebox';
import { Value } from 'typebox/value';
import { isStorable, unstorablePartOf } from '../util/text.ts';

/** A parameter is missing or invalid; sent as 400 `{"error": "title is missing"}`, several joined by commas. */
export class InputError extends Error {
  override name = 'InputError';
  /** For Fastify, which reads the status of errors. */
  readonly statusCode = 400;
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join(', '));
    this.problems = problems;
  }
}

/** OpenAPI's name of 64-bit integers. */
const ID_FORMAT = 'int64';
const MAX_INT32 = 2 ** 31 - 1;
/** In decimal notation: no `0x1`, no `1e3`. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

interface SchemaNode {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly SchemaNode[];
  items?: SchemaNode;
  properties?: Record<string, SchemaNode>;
  required?: readonly string[];
  format?: string;
}

/**
 * Parses parameters in all published notations: numbers and booleans as text (`True`, `1`), lists as `a,b` or `a[]=…`.
 * Unknown parameters are ignored, as existing clients expect. Throws InputError naming each invalid parameter.
 */
export function readInput(schema: TSchema, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const node = schema as unknown as SchemaNode;
  const problems: string[] = [];
  const input: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(node.properties ?? {})) {
    const given = raw[name];
    if (given === undefined || (given === null && !accepts(property, null))) {
      if (node.required?.includes(name)) problems.push(`${name} is missing`);
      continue;
    }
    const value = coerce(property, given);
    if (accepts(property, value) && isRealDate(property, value)) input[name] = value;
    else problems.push(isChoice(property) ? `${name} does not have a valid value` : `${name} is invalid`);
  }
  if (problems.length > 0) throw new InputError(problems);
  return input;
}

/**
 * An id among the parameters of a route. Other integers must fit PostgreSQL's `integer` (32 bits); ids may be any positive
 * integer that JavaScript represents exactly, which fits `bigint`, or 0 for none.
 */
export const idInput = (options: TSchemaOptions = {}) => Type.Integer({ ...options, format: ID_FORMAT });

function accepts(node: SchemaNode, value: unknown): boolean {
  return Value.Check(node as TSchema, value) && fitsColumns(node, value);
}

/** Whether every integer in the value fits the column type of its schema. */
function fitsColumns(node: SchemaNode, value: unknown): boolean {
  if (node.anyOf) return node.anyOf.some((each) => Value.Check(each as TSchema, value) && fitsColumns(each, value));
  if (typeof value === 'number') {
    const max = node.format === ID_FORMAT ? Number.MAX_SAFE_INTEGER : MAX_INT32;
    return node.type !== 'integer' || (value <= max && value >= (node.format === ID_FORMAT ? 0 : -max));
  }
  const { items, properties } = node;
  if (items && Array.isArray(value)) return value.every((each) => fitsColumns(items, each));
  if (properties && isRecord(value)) {
    return Object.entries(properties).every(
      ([name, each]) => value[name] === undefined || fitsColumns(each, value[name]),
    );
  }
  return true;
}

function isChoice(node: SchemaNode): boolean {
  return node.enum !== undefined || (node.anyOf?.every((each) => each.const !== undefined) ?? false);
}

function isRealDate(node: SchemaNode, value: unknown): boolean {
  const wantsDate = node.format === 'date' || node.anyOf?.some((each) => each.format === 'date');
  return !wantsDate || value === '' || typeof value !== 'string' || parseDay(value) !== null;
}

const truths = new Map<unknown, boolean>([
  ['true', true],
  ['1', true],
  ['t', true],
  [1, true],
  ['false', false],
  ['0', false],
  ['f', false],
  [0, false],
]);

function coerce(node: SchemaNode, value: unknown): unknown {
  if (accepts(node, value)) return value;
  if (node.anyOf) {
    for (const each of node.anyOf) {
      const candidate = coerce(each, value);
      if (accepts(each, candidate)) return candidate;
    }
    return value;
  }
  switch (node.type) {
    case 'integer':
    case 'number':
      return typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
    case 'boolean':
      return truths.get(typeof value === 'string' ? value.toLowerCase() : value) ?? value;
    case 'string':
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    case 'array': {
      const items: readonly unknown[] = Array.isArray(value) ? value : itemsOf(value);
      const wanted = node.items ?? {};
      // Forms send an empty list as one empty element: `ids[]=`.
      return items.filter((item) => item !== '' || accepts(wanted, item)).map((item) => coerce(wanted, item));
    }
    case 'object':
      return isRecord(value) && node.properties ? coerceProperties(node.properties, value) : value;
    default:
      return value;
  }
}

function coerceProperties(
  properties: Record<string, SchemaNode>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Object.hasOwn(properties, name) ? coerce(properties[name] ?? {}, each) : each,
    ]),
  );
}

function itemsOf(value: unknown): unknown[] {
  if (value === '') return [];
  if (typeof value === 'string') return value.split(',').map((item) => item.trim());
  // `a[0]=x&a[1]=y` is parsed as an object with numeric keys.
  if (isRecord(value)) return Object.values(value);
  return [value];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Converts name-value pairs such as `a[]=1&a[]=2`, `h[k]=v` and `a[0][k]=v` to lists and objects.
 */
export function nest(pairs: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const root: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of pairs) {
    const path = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map((match) => match[1] ?? match[0]);
    if (path.length === 0 || path.length > 5) continue;
    assign(root, path, value);
  }
  return root;
}

function assign(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = '', ...rest] = path;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  if (rest[0] === '') {
    const list = Array.isArray(target[key]) ? (target[key] as unknown[]) : [];
    target[key] = list;
    if (rest.length === 1) {
      list.push(value);
      return;
    }
    // `a[][k]=v`: a key seen before begins the next object.
    const last = list.at(-1);
    const current =
      isRecord(last) && !(rest[1] !== undefined && rest[1] in last)
        ? last
        : (Object.create(null) as Record<string, unknown>);
    if (current !== last) list.push(current);
    assign(current, rest.slice(1), value);
    return;
  }
  const next = isRecord(target[key]) ? target[key] : (Object.create(null) as Record<string, unknown>);
  target[key] = next;
  assign(next, rest, value);
}

/** Throws InputError naming the first parameter with a NUL character, an unpaired surrogate or excessive nesting. */
export function refuseUnstorable(value: unknown): void {
  const name = unstorablePartOf(value);
  if (name !== null) throw new InputError([`${name} is invalid`]);
}

/** The text of a field of a multipart form. Throws InputError if it cannot be stored. */
export function storableField(name: string, value: string): string {
  if (!isStorable(value) || !isStorable(name)) throw new InputError([`${isStorable(name) ? name : 'body'} is invalid`]);
  return value;
}
