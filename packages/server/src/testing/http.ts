import type { FastifyInstance, InjectOptions } from 'fastify';
import { buildServer, type ServerOptions } from '../app/server.ts';
import { beginSession, csrfTokenOf } from '../modules/users/commands/sessions.ts';
import { defaultDocumentLimits } from '../platform/config/document-limits.ts';
import { sha256Of } from '../platform/util/tokens.ts';
import type { Scope } from '@milepost/core/accounts/access-tokens';
import type { UserId } from '@milepost/core/ids';
import type { CastName, Person } from './cast.ts';
import { planForValues } from './postgres.ts';
import { test as base } from './test.ts';
import type { World } from './world.ts';

export interface Answer<Body = unknown> {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  /** The JSON of the response; null for an empty one. */
  body: Body;
}

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Calls the REST API as this person, with a path below `/api/v4`. */
export type Call = <Body = Record<string, unknown>>(
  who: CastName,
  verb: Verb,
  path: string,
  input?: object,
) => Promise<Answer<Body>>;

export interface GraphqlAnswer<Data = unknown> {
  data: Data;
  errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
}

/** Calls GraphQL as this person. */
export type Ask = <Data = Record<string, unknown>>(
  who: CastName,
  query: string,
  variables?: object,
) => Promise<GraphqlAnswer<Data>>;

/** Asks GraphQL each of these as this person; the answers are in their order. */
export type AskEach = (who: CastName, queries: readonly string[]) => Promise<GraphqlAnswer[]>;

/**
 * A test through the whole server, without a network: `call('ada', 'GET', '/groups')` for REST, `ask('ada', '{ currentUser { name } }')` for
 * GraphQL, `send({ … })` for anything else.
 */
export const test = base
  .extend('server', { scope: 'file' }, ({ world }, { onCleanup }) => serverOf(world, onCleanup))
  .extend(
    'send',
    ({ server }) =>
      (request: InjectOptions) =>
        send(server, request),
  )
  .extend('call', ({ server, world }): Call => async (who, verb, path, input) => {
    const headers = await headersOf(world, who);
    const asQuery = input !== undefined && (verb === 'GET' || verb === 'DELETE');
    return (await send(server, {
      method: verb,
      url: `/api/v4${path}`,
      headers,
      ...(asQuery && { query: input as Record<string, string> }),
      ...(input !== undefined && !asQuery && { payload: input }),
    })) as never;
  })
  .extend('ask', ({ server, world }): Ask => async (who, query, variables = {}) => {
    const headers = await headersOf(world, who);
    const { body } = await send(server, {
      method: 'POST',
      url: '/api/graphql',
      headers,
      payload: { query, variables },
    });
    return body as never;
  })
  .extend('askEach', ({ server, world }): AskEach => async (who, queries) => {
    const headers = await headersOf(world, who);
    const answers: GraphqlAnswer[] = [];
    // In batches: a request identifies the person once.
    for (let start = 0; start < queries.length; start += defaultDocumentLimits.batch) {
      const batch = queries.slice(start, start + defaultDocumentLimits.batch);
      const payload = batch.map((query) => ({ query }));
      const { body } = await send(server, { method: 'POST', url: '/api/graphql', headers, payload });
      answers.push(...(body as GraphqlAnswer[]));
    }
    return answers;
  });

/** The same for tests of arbitrary input, whose values the statements are planned for: see `planForValues`. */
export const testOfInput = test.extend('planned', { scope: 'file', auto: true }, ({ world }) =>
  planForValues(world.db),
);

/**
 * The same through a server that knows these documents by their names, as it knows those of the web application: `{ persisted: true, query:
 * 'name' }`. It compiles them and caches what they return.
 */
export const testWithDocuments = (persistedDocuments: Readonly<Record<string, string>>) =>
  test.extend('server', { scope: 'file' }, ({ world }, { onCleanup }) =>
    serverOf(world, onCleanup, { persistedDocuments }),
  );

async function serverOf(
  { services }: World,
  onCleanup: (end: () => Promise<void>) => void,
  more: Pick<ServerOptions, 'persistedDocuments'> = {},
): Promise<FastifyInstance> {
  const server = await buildServer({
    services,
    logLevel: 'error',
    secret: 's'.repeat(32),
    dataDir: '/nowhere',
    ...more,
  });
  onCleanup(async () => {
    // Otherwise closing would wait more than a minute for the keep-alive connections of this process's own fetch.
    const cutting = setInterval(() => server.server.closeAllConnections(), 20);
    await server.close();
    clearInterval(cutting);
  });
  return server;
}

async function send(server: FastifyInstance, request: InjectOptions): Promise<Answer> {
  const response = await server.inject(request);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson && response.body !== '' ? response.json() : response.body || null,
  };
}

async function headersOf(world: World, who: CastName): Promise<Record<string, string>> {
  return who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
}

/** The headers of a browser in which this person is signed in. */
export async function sessionHeaders(
  world: World,
  userId: UserId,
): Promise<{ cookie: string; 'x-csrf-token': string }> {
  const secret = await beginSession(world.db, userId, { ip: '127.0.0.1', userAgent: 'Test' });
  return { cookie: `_gitlab_session=${secret}`, 'x-csrf-token': csrfTokenOf(secret) };
}

const made = new WeakMap<World, Map<string, Promise<string>>>();

/** A token of this person with these scopes, created once. */
export async function tokenFor(world: World, who: Person, scopes: readonly Scope[] = ['api']): Promise<string> {
  const tokens = made.get(world) ?? new Map<string, Promise<string>>();
  made.set(world, tokens);
  const name = `${who} for ${scopes.join(', ')}`;
  const known = tokens.get(name);
  if (known) return known;
  const making = makeToken(world, who, name, scopes);
  tokens.set(name, making);
  return making;
}

async function makeToken(world: World, who: Person, name: string, scopes: readonly Scope[]): Promise<string> {
  const secret = `mp-${name.replaceAll(/\W/g, '-')}`;
  await world.db
    .insertInto('personalAccessTokens')
    .values({ userId: world.userIds[who], name, tokenHash: sha256Of(secret), scopes: [...scopes] })
    .execute();
  return secret;
}
