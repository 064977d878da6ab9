import { DomainError, ForbiddenError, NotFoundError, type ErrorKind } from '@milepost/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { contextAsOf } from '../as-of.ts';
import type { Context } from '../context.ts';
import { isUnavailable } from '../database/lost.ts';
import { NotHereError } from '../sites/errors.ts';
import { storageErrorOf } from '../files/unwritable.ts';
import { wordedVariableError } from './document-errors/variables.ts';
import { RateLimitedError } from '../http/request-limits.ts';
import { readFormFields } from '../rest/forms.ts';
import { refuseUnstorable } from '../rest/input.ts';
import { defaultDocumentLimits, type DocumentLimits } from '../config/document-limits.ts';
import { refusal } from './document-limits.ts';
import { InvalidDocumentError } from './documents.ts';
import { OperationRunner, type Operation, type WorkBudget } from './operations.ts';
import { responseCacheHooks } from './response-cache-hooks.ts';
import type { ResponseCache } from './response-cache.ts';

export interface GraphqlOptions {
  schema: GraphQLSchema;
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;
  /** Called before a mutation runs; throws if the request may only read. */
  mayChange: (request: FastifyRequest) => Promise<void>;
  /** The persisted documents of the web app by hash: they are exempt from the limits, and compiled. */
  persistedDocuments: Readonly<Record<string, string>>;
  /** Caches responses to persisted documents until something is committed. */
  responseCache: ResponseCache;
  limits?: Partial<DocumentLimits>;
  /** The remaining budget of the caller of a request; unlimited by default. */
  budgetOf?: (request: FastifyRequest) => WorkBudget;
}

const PATH = '/api/graphql';

/** Serves the schema at `/api/graphql`. Documents of clients are limited, persisted ones are not. */
export async function serveGraphql(server: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const limits = { ...defaultDocumentLimits, ...options.limits };
  const runner = new OperationRunner(options.schema, options.persistedDocuments, limits);

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const input = await inputOf(request);
    if (!Array.isArray(input)) {
      const answered = await answerOne(readOperation(input), request, reply);
      if (typeof answered === 'string') return reply.type('application/json').send(answered);
      return reply.code(answered.statusCode).send(answered.response);
    }
    if (input.length > limits.batch) {
      throw refusal(`A batch must not have more than ${limits.batch} operations`, 'QUERY_TOO_COMPLEX');
    }
    const operations = input.map(readOperation);
    const responses: unknown[] = [];
    // Sequential, so that a batch uses no more database connections than a single operation.
    for (const operation of operations) {
      const answered = await answerOne(operation, request, reply);
      responses.push(typeof answered === 'string' ? JSON.parse(answered) : answered.response);
    }
    return reply.send(responses);
  }

  /** Runs one operation of a request. Returns a result, or a serialized response as text. */
  async function answerOne(
    operation: Operation,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | FormattedResult> {
    const present = await options.contextOf(request, reply);
    try {
      let ctx = contextAsOf(present, (request.query as Record<string, unknown>)['as_of']);
      const result = await runner.run(operation, {
        get ctx() {
          return ctx;
        },
        isGet: request.method === 'GET',
        mayChange: async () => {
          if (ctx.asOf !== null) throw new ForbiddenError();
          await options.mayChange(request);
          // A query may read from a replica.
          ctx = ctx.within(ctx.services.db);
        },
        ...(options.budgetOf && { budget: options.budgetOf(request) }),
      });
      if (typeof result === 'string') return result;
      const notHere = result.errors?.find(({ originalError }) => originalError instanceof NotHereError);
      if (notHere?.originalError) throw notHere.originalError;
      return result.errors ? formatErrors(result, request) : { statusCode: 200, response: result };
    } catch (error) {
      if (error instanceof NotHereError || (error instanceof DomainError && error.kind === 'limited')) throw error;
      return formatErrors({ errors: errorsOf(error) }, request);
    }
  }

  await server.register(async (scope: FastifyInstance) => {
    scope.addContentTypeParser('application/graphql', { parseAs: 'string' }, (_request, body, done) => {
      done(null, { query: body });
    });
    scope.setErrorHandler(async (error, request, reply) => {
      // An unknown or forbidden caller and an unavailable database are reported as on other routes.
      if (error instanceof NotHereError || isUnavailable(error)) throw error;
      if (error instanceof DomainError && error.kind !== 'limited') throw error;
      if (error instanceof RateLimitedError) void reply.header('retry-after', String(error.retryAfter));
      const { statusCode, response } = formatErrors({ errors: errorsOf(error) }, request);
      return reply.code(statusCode).send(response);
    });
    const hooks = responseCacheHooks({
      responseCache: options.responseCache,
      contextOf: options.contextOf,
      isQuery: (hash) => runner.persisted.isQuery(hash),
    });
    for (const method of ['GET', 'POST'] as const) {
      scope.route({ method, url: PATH, schema: { hide: true }, ...hooks, handler: answer });
    }
  });
}

/** One operation or a batch, from the body; of a GET request from the query string. */
async function inputOf(request: FastifyRequest): Promise<unknown> {
  if (request.isMultipart()) return readFormFields(request);
  if (request.method !== 'GET') return request.body;
  const { persisted, ...rest } = request.query as Record<string, unknown>;
  return { ...rest, ...(persisted !== undefined && { persisted: persisted === 'true' }) };
}

/** The variables of an operation: forms and query strings can only hold them as JSON text. Throws a GraphQLError. */
function readVariables(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  return given === '' ? undefined : parseVariables(given);
}

function parseVariables(text: string): unknown {
  let variables: unknown;
  try {
    variables = JSON.parse(text);
  } catch {
    throw badRequest('"variables" is not valid JSON');
  }
  // A body was checked when it was parsed, but not the JSON in its texts.
  refuseUnstorable(variables);
  return variables;
}

/** Validates one operation of a body. Throws a GraphQLError that names the invalid part. */
function readOperation(input: unknown): Operation {
  if (typeof input !== 'object' || input === null) throw badRequest('The body must be an object with a "query"');
  const { query, operationName, persisted, variables: given } = input as Record<string, unknown>;
  const variables = readVariables(given);
  if (typeof query !== 'string' || query === '') throw badRequest('"query" must be a text');
  const isObject = typeof variables === 'object' && !Array.isArray(variables);
  if (variables !== undefined && !isObject) throw badRequest('"variables" must be an object');
  const isName = typeof operationName === 'string';
  if (operationName !== undefined && operationName !== null && !isName) {
    throw badRequest('"operationName" must be a text');
  }
  return {
    query,
    isPersisted: persisted === true,
    variables: (variables ?? {}) as Record<string, unknown>,
    ...(isName && operationName !== '' && { operationName }),
  };
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', status: 400 } });
}

function errorsOf(error: unknown): readonly GraphQLError[] {
  if (error instanceof InvalidDocumentError) return error.errors;
  if (error instanceof GraphQLError) return [error];
  return [new GraphQLError(error instanceof Error ? error.message : String(error), { originalError: error as Error })];
}

/** The published message of mutations for an object that is missing, hidden or forbidden. */
const NOT_AVAILABLE =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

interface FormattedResult {
  statusCode: number;
  response: ExecutionResult;
}

function formatErrors(result: ExecutionResult, request: FastifyRequest): FormattedResult {
  const errors = (result.errors ?? []).map((error) => toClient(error, request));
  // Without data the request itself failed: the database is unavailable, or the document does not match the schema.
  const isUnanswered = result.data === undefined || result.data === null;
  const isUnavailableNow = result.errors?.some((error) => isUnavailable(error.originalError)) ?? false;
  const refused = result.errors?.find((error) => statusIn(error) !== null);
  const statusCode = isUnavailableNow ? 503 : (isUnanswered && refused && statusIn(refused)) || 200;
  return { statusCode, response: { data: result.data ?? null, errors } };
}

/** The HTTP status of errors of the server rather than the request; responses with other errors have status 200. */
const statusOfKind: Partial<Record<ErrorKind, number>> = { limited: 429, full: 507, unavailable: 503 };

/** The HTTP status of errors that stop a request before execution: a body that is not JSON, for example. */
function statusIn({ originalError, extensions }: GraphQLError): number | null {
  // Errors of compiled documents have no extensions.
  const { status } = (extensions ?? {}) as { status?: unknown };
  if (typeof status === 'number') return status;
  const named = storageErrorOf(originalError) ?? originalError;
  if (named instanceof DomainError) return statusOfKind[named.kind] ?? null;
  const { statusCode } = (originalError ?? {}) as { statusCode?: unknown };
  return typeof statusCode === 'number' && statusCode < 500 ? statusCode : null;
}

function toClient(error: GraphQLError, request: FastifyRequest): GraphQLError {
  const cause = rootOf(error);
  if (cause instanceof DomainError) {
    const isHidden = cause instanceof NotFoundError || cause.kind === 'forbidden';
    return like(error, isHidden ? NOT_AVAILABLE : cause.message, { code: cause.code });
  }
  if (isUnavailable(cause))
    return like(error, 'The database is not available right now', { code: 'DATABASE_UNAVAILABLE' });
  if (cause instanceof GraphQLError) return wordedVariableError(error) ?? error;
  // The server could not parse the body.
  if (isRefusal(cause)) return like(error, cause.message, { code: 'BAD_REQUEST' });
  // Unnamed errors are bugs: logged, and not shown to clients.
  request.log.error({ err: cause }, 'unexpected error in GraphQL');
  return like(error, 'Internal server error', { code: 'INTERNAL' });
}

function rootOf(error: GraphQLError): unknown {
  let cause: unknown = error;
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError;
  return storageErrorOf(cause) ?? cause;
}

function isRefusal(cause: unknown): cause is Error & { statusCode: number } {
  return (
    cause instanceof Error && 'statusCode' in cause && Number(cause.statusCode) >= 400 && Number(cause.statusCode) < 500
  );
}

function like(error: GraphQLError, message: string, extensions: Record<string, unknown>): GraphQLError {
  return new GraphQLError(message, { nodes: error.nodes, path: error.path, extensions });
}
