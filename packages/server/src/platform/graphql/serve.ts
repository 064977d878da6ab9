import { DomainError, NotFoundError } from '@milepost/core/errors';
import { createComplexityRule } from '@pothos/plugin-complexity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import mercurius from 'mercurius';
import type { Context } from '../context.ts';
import { isUnavailable } from '../database/lost.ts';
import { limits } from './builder.ts';
import { rememberingRoute } from './remembered-route.ts';
import type { Remembered } from './remembered.ts';

export interface GraphqlOptions {
  schema: GraphQLSchema;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;
  /** Throws where this request may read but not change: asked before a mutation runs. */
  mayChange: (request: FastifyRequest) => Promise<void>;
  /** Our own pages' documents by hash: they are known to be fit and need no parsing by name. */
  persistedDocuments: Readonly<Record<string, string>>;
  /** Answers to them that are given again while nothing changes. */
  remembered: Remembered;
}

/** Serves the schema at `/api/graphql`. Documents of strangers are held to the limits; ours were measured when written. */
export async function serveGraphql(server: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const ours = new Set(Object.values(options.persistedDocuments));
  const queries = new Set(
    Object.entries(options.persistedDocuments).flatMap(([hash, text]) => (reads(text) ? [hash] : [])),
  );
  await server.register(mercurius, {
    schema: options.schema,
    path: '/api/graphql',
    jit: 1,
    graphiql: false,
    allowBatchedQueries: true,
    persistedQueryProvider: {
      ...mercurius.persistedQueryDefaults.prepared(options.persistedDocuments),
      notFoundError: 'No such persisted document: reload the page to get the present ones',
    },
    context: (request, reply) => options.contextOf(request, reply) as never,
    additionalRouteOptions: rememberingRoute({
      remembered: options.remembered,
      contextOf: options.contextOf,
      isQuery: (hash) => queries.has(hash),
    }),
    errorFormatter: formatErrors,
  });
  // Whether a document keeps the limits does not depend on who asks, so each is weighed once.
  const verdicts = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  server.graphql.addHook('preExecution', async (schema, document, { reply }, variables) => {
    if (hasMutation(document)) await options.mayChange(reply.request);
    const source = document.loc?.source.body;
    if (source !== undefined && ours.has(source)) return;
    let errors = verdicts.get(document);
    if (!errors) {
      errors = weigh(schema, document, source, (variables ?? {}) as Record<string, unknown>);
      verdicts.set(document, errors);
    }
    if (errors.length > 0) throw errors[0] as GraphQLError;
  });
}

function reads(text: string): boolean {
  return !hasMutation(parse(text));
}

function hasMutation(document: DocumentNode): boolean {
  return document.definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION,
  );
}

function weigh(
  schema: GraphQLSchema,
  document: DocumentNode,
  source: string | undefined,
  variableValues: Record<string, unknown>,
): readonly GraphQLError[] {
  if ((source?.length ?? 0) > limits.characters) {
    return [
      new GraphQLError(`Query exceeds the maximum of ${limits.characters} characters`, {
        extensions: { code: 'QUERY_TOO_LONG' },
      }),
    ];
  }
  const rule = createComplexityRule({
    context: {},
    variableValues,
    maxComplexity: limits.complexity,
    maxDepth: limits.depth,
    maxBreadth: limits.breadth,
  });
  return validate(schema, document, [rule]).map(
    (error) => new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'QUERY_TOO_COMPLEX' } }),
  );
}

/** What a mutation says of a thing that is missing, hidden or not the viewer's to change: existing clients know the sentence. */
const NOT_AVAILABLE =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

function formatErrors(result: ExecutionResult, context: unknown): { statusCode: number; response: ExecutionResult } {
  const errors = (result.errors ?? []).map((error) => toClient(error, context));
  // Without any data the request itself was refused: the database is away, or the document is not one of this schema.
  const isUnanswered = result.data === undefined || result.data === null;
  const isAway = result.errors?.some((error) => isUnavailable(error.originalError)) ?? false;
  const refused = result.errors?.find((error) => statusIn(error) !== null);
  const statusCode = isAway ? 503 : (isUnanswered && refused && statusIn(refused)) || 200;
  return { statusCode, response: { data: result.data ?? null, errors } };
}

/** The HTTP status of errors that stop a request before it is executed: a body that is no JSON, say. */
function statusIn(error: GraphQLError): number | null {
  const original = error.originalError as { statusCode?: unknown; code?: unknown } | undefined;
  if (typeof original?.code === 'string' && original.code.startsWith('MER_ERR_GQL_PERSISTED')) return 404;
  return original?.code === undefined && typeof original?.statusCode === 'number' ? original.statusCode : null;
}

function toClient(error: GraphQLError, context: unknown): GraphQLError {
  const cause = rootOf(error);
  if (cause instanceof DomainError) {
    const isHidden = cause instanceof NotFoundError || cause.kind === 'forbidden';
    return like(error, isHidden ? NOT_AVAILABLE : cause.message, { code: cause.code });
  }
  if (isUnavailable(cause))
    return like(error, 'The database is not available right now', { code: 'DATABASE_UNAVAILABLE' });
  if (cause instanceof GraphQLError || isOfMercurius(cause)) return error;
  // A body that cannot be read: said by the server before anything of GraphQL looked at it.
  if (isRefusal(cause)) return like(error, cause.message, { code: 'BAD_REQUEST' });
  // Anything unnamed is a bug: told in the log, not to the world.
  const log = (context as { reply?: FastifyReply } | undefined)?.reply?.log;
  log?.error({ err: cause }, 'unexpected error in GraphQL');
  return like(error, 'Internal server error', { code: 'INTERNAL' });
}

function rootOf(error: GraphQLError): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return cause;
}

function isRefusal(cause: unknown): cause is Error & { statusCode: number } {
  return (
    cause instanceof Error && 'statusCode' in cause && Number(cause.statusCode) >= 400 && Number(cause.statusCode) < 500
  );
}

function isOfMercurius(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('MER_ERR');
}

function like(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  return new GraphQLError(message, { nodes: error.nodes, path: error.path, extensions });
}
