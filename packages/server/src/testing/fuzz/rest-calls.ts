import type { HTTPMethods } from 'fastify';
import fc from 'fast-check';
import type { CastName } from '../cast.ts';
import { countFor, type Turns } from './turns.ts';
import { days, integers, junk, poolsFor, refTo, texts, times } from './values.ts';

/** A registered route. */
export interface RestRoute {
  method: HTTPMethods;
  /** With its parameters: `/api/v4/groups/:id`. */
  url: string;
  schema?: { querystring?: JsonSchema; body?: JsonSchema };
}

export interface JsonSchema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  format?: string;
}

export type Encoding = 'query' | 'json' | 'form' | 'parts' | 'bytes';

/** One request with unresolved references. */
export interface RestCall {
  who: CastName;
  method: HTTPMethods;
  /** The route's address; each parameter has its value in `params`. */
  url: string;
  params: Readonly<Record<string, unknown>>;
  input: Readonly<Record<string, unknown>>;
  encoding: Encoding;
}

/** Streaming routes, which the tests of live updates cover. */
const streams = new Set(['/-/live', '/-/shared/roadmap/:token/live']);

/** Of one route. */
const FEWEST_INPUTS = 2;

/** Requests to all routes, with input by their schemas: mostly valid, sometimes invalid. */
export function restCalls(routes: readonly RestRoute[]): Turns<RestCall>[] {
  return routes
    .filter(({ method, url }) => method !== 'HEAD' && method !== 'OPTIONS' && !streams.has(url))
    .map((route) => ({ inputs: callTo(route), count: countFor(parametersOf(route), FEWEST_INPUTS) }));
}

function parametersOf({ url, schema }: RestRoute): number {
  const { properties = {} } = schema?.body ?? schema?.querystring ?? {};
  return url.split(':').length - 1 + Object.keys(properties).length;
}

const people: fc.Arbitrary<CastName> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<CastName>('nobody') },
  { weight: 4, arbitrary: fc.constant<CastName>('ada') },
  { weight: 1, arbitrary: fc.constant<CastName>('root') },
);

function callTo({ method, url, schema }: RestRoute): fc.Arbitrary<RestCall> {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = fc.record(Object.fromEntries(names.map((name) => [name, paramOf(name, url)])));
  const given = schema?.body ?? schema?.querystring ?? {};
  const encodings: readonly Encoding[] =
    method === 'GET' ? ['query'] : ['json', 'json', 'json', 'form', 'parts', 'query', 'bytes'];
  return fc.record({
    who: people,
    method: fc.constant(method),
    url: fc.constant(url),
    params,
    input: inputOf(given),
    encoding: fc.constantFrom(...encodings),
  });
}

function inputOf({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = (share: number, junkWeight: number): fc.Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => {
          const value = fc.oneof(
            { weight: 20, arbitrary: valueOf(name, schema) },
            ...(junkWeight > 0 ? [{ weight: junkWeight, arbitrary: junk }] : []),
          );
          return [name, required.includes(name) ? value : fc.option(value, { freq: share, nil: undefined })];
        }),
      ),
    );
  return fc.oneof(
    { weight: 5, arbitrary: fields(1, 0) },
    { weight: 2, arbitrary: fields(1, 10) },
    {
      weight: 1,
      arbitrary: fc.dictionary(fc.constantFrom('title', 'name', 'id', 'not', 'sort', 'x', '__proto__'), junk),
    },
  );
}

/** A value that the schema allows: an existing one if the name matches a pool, otherwise anything. */
function valueOf(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  const pools = poolsFor(name);
  const typed = typedOf(name, schema);
  if (pools.length === 0 || schema.type === 'array') return typed;
  return fc.oneof(typed, ...pools.map(refTo));
}

function typedOf(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => typedOf(name, each)));
  switch (schema.type) {
    case 'integer':
    case 'number':
      return integers;
    case 'boolean':
      return fc.constantFrom(true, false, 'true', '0', 'True');
    case 'array': {
      const item = valueOf(name, schema.items ?? {});
      return fc.oneof(fc.array(item, { maxLength: 4 }), item);
    }
    case 'object':
      return inputOf(schema);
    case 'null':
      return fc.constantFrom(null, '');
    default:
      if (schema.format === 'date') return days;
      return /_(after|before|at)$/.test(name) ? fc.oneof(times, texts) : texts;
  }
}

function paramOf(name: string, url: string): fc.Arbitrary<unknown> {
  const pools = paramPools(name, url);
  const stray = fc.oneof(texts, fc.constantFrom('abc', '0', '99999999999999999999', '2147483648', '\0', '%', 'a/b'));
  return pools.length === 0
    ? stray
    : fc.oneof({ weight: 9, arbitrary: fc.oneof(...pools.map(refTo)) }, { weight: 2, arbitrary: stray });
}

function paramPools(name: string, url: string): readonly string[] {
  if (name === 'id') {
    if (/\/(groups|group)\/:id/.test(url)) return ['groupKey'];
    if (/\/(projects|project)\/:id/.test(url)) return ['projectKey'];
    return (
      { '/api/v4/issues/:id': ['issueId'], '/api/v4/namespaces/:id': ['groupKey', 'projectKey'] }[url] ?? ['todoId']
    );
  }
  return paramNames[name] ?? [];
}

const paramNames: Readonly<Record<string, readonly string[]>> = {
  user_id: ['userId'],
  token_id: ['tokenId'],
  issue_iid: ['issueIid'],
  issue_id: ['issueId'],
  epic_issue_id: ['issueId'],
  epic_iid: ['epicIid'],
  epic_id: ['epicId'],
  child_epic_id: ['epicId'],
  child_id: ['epicId', 'issueId'],
  task_id: ['taskId'],
  label_id: ['labelId', 'labelTitle'],
  milestone_id: ['milestoneId'],
  note_id: ['noteId'],
  discussion_id: ['discussionId'],
  award_id: ['awardId'],
  upload_id: ['uploadId'],
  secret: ['secret'],
  filename: ['filename'],
  hook_id: ['hookId'],
  template_id: ['templateId'],
  name: ['templateName'],
  key: ['templateName'],
  issue_link_id: ['linkId'],
  link_id: ['linkId', 'epicLinkId'],
  related_epic_link_id: ['epicLinkId'],
};
