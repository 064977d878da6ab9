import { Readable } from 'node:stream';
import type { Access } from '@milepost/core/accounts/access-tokens';
import { NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Context } from '../context.ts';
import { movedUrl, redirectMoved } from './moved.ts';
import { sendError } from './errors.ts';
import { readFormFields } from './forms.ts';
import { isRecord, nest, readInput } from './input.ts';
import { KeysetPage, RestPage, setKeysetHeader, setPagingHeaders } from './paging.ts';

export interface RouteOptions<Input extends TObject> {
  summary: string;
  tags: readonly string[];
  /** Parameters of the query, body or form; path parameters are text in `params`. */
  input?: Input;
  /** Response type; a list returns an array of `items` with paging headers when the handler returns a RestPage. */
  response?: TSchema;
  /** 201 for creation, 204 for an empty response; 200 by default. */
  status?: 200 | 201 | 202 | 204;
  /** Forms name their fields `issue[title]`: these are read as top-level fields. */
  spreads?: string;
  /** Not in the published API description: for Milepost's own pages. */
  isHidden?: boolean;
  /** Anonymous viewers get 401. */
  signedIn?: boolean;
  /** Everyone else gets 404, whatever they send. */
  administrators?: boolean;
  /** The required scope; by default read for GET and write for other methods. */
  access?: Access;
  /** The handler reads the body as it arrives, from `http.body` or as the parts of a form: only the query is parsed before. */
  isStreamed?: boolean;
  /** The parameter that takes a small image, as a file of a form: see `imageInput`. */
  image?: string;
  /** Of a project's page: also found at `/FULL/PATH/…`, without the `/-/` before it. */
  isBare?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required token scope; checked when the context of a request is made. */
    access?: Access;
    isBare?: boolean;
    /** A GET that changes something, such as the return from a sign-in: only the primary site answers it. */
    changes?: boolean;
  }
}

export interface RouteRequest<Input extends TObject> {
  params: Readonly<Record<string, string>>;
  input: Static<Input>;
  /** The parameters before parsing, for such as `not[labels]=…`. */
  raw: Readonly<Record<string, unknown>>;
  http: FastifyRequest;
  reply: FastifyReply;
}

type Handler<Input extends TObject> = (request: RouteRequest<Input>, ctx: Context) => unknown;
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Registers the REST routes of rooms. Paths are relative to `/api/v4`, with parameters such as `:id`. */
export class Routes {
  readonly #server: FastifyInstance;
  readonly #contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>;

  constructor(server: FastifyInstance, contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<Context>) {
    this.#server = server;
    this.#contextOf = contextOf;
  }

  get<Input extends TObject>(path: string, options: RouteOptions<Input>, handler: Handler<Input>): void {
    this.#add('get', path, options, handler);
  }
  post<Input extends TObject>(path: string, options: RouteOptions<Input>, handler: Handler<Input>): void {
    this.#add('post', path, { status: 201, ...options }, handler);
  }
  put<Input extends TObject>(path: string, options: RouteOptions<Input>, handler: Handler<Input>): void {
    this.#add('put', path, options, handler);
  }
  patch<Input extends TObject>(path: string, options: RouteOptions<Input>, handler: Handler<Input>): void {
    this.#add('patch', path, options, handler);
  }
  delete<Input extends TObject>(path: string, options: RouteOptions<Input>, handler: Handler<Input>): void {
    this.#add('delete', path, { status: 204, ...options }, handler);
  }

  #add<Input extends TObject>(verb: Verb, path: string, options: RouteOptions<Input>, handler: Handler<Input>): void {
    if (options.isStreamed) {
      void this.#server.register((inner: FastifyInstance, _options, done) => {
        // Forms are streamed already.
        inner.removeContentTypeParser(['application/json', 'application/x-www-form-urlencoded', 'text/plain']);
        inner.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
        this.#addTo(inner, verb, path, options, handler);
        done();
      });
    } else this.#addTo(this.#server, verb, path, options, handler);
  }

  #addTo<Input extends TObject>(
    server: FastifyInstance,
    verb: Verb,
    path: string,
    options: RouteOptions<Input>,
    handler: Handler<Input>,
  ): void {
    server.route({
      method: verb.toUpperCase(),
      url: path,
      schema: describe(verb, options),
      config: {
        access: options.access ?? (verb === 'get' ? 'read' : 'write'),
        ...(options.isBare !== undefined && { isBare: options.isBare }),
      },
      // readInput parses and validates instead, because it supports all published notations of parameters.
      validatorCompiler: () => () => true,
      handler: async (request, reply) => {
        try {
          const ctx = await this.#contextOf(request, reply);
          if (options.signedIn && !ctx.viewer.isSignedIn) throw new UnauthenticatedError();
          if (options.administrators && !ctx.viewer.isAdmin) throw new NotFoundError('Page');
          const raw = spread(await rawInput(request, options), options.spreads);
          const input = (options.input ? readInput(options.input, raw) : {}) as Static<Input>;
          const params = request.params as Record<string, string>;
          const answer = await handler({ params, input, raw, http: request, reply }, ctx);
          const moved = verb === 'get' && !reply.sent ? movedUrl(request.originalUrl, ctx.movedPaths) : null;
          if (moved !== null) return redirectMoved(reply, moved);
          return send(request, reply, answer, options.status ?? 200, ctx.baseUrl);
        } catch (error) {
          if (sendError(reply, error)) return reply;
          throw error;
        }
      },
    });
  }
}

function describe<Input extends TObject>(verb: Verb, options: RouteOptions<Input>): object {
  const isInQuery = verb === 'get' || verb === 'delete' || options.isStreamed;
  const section = isInQuery ? 'querystring' : 'body';
  const status = options.status ?? 200;
  return {
    ...(options.isHidden && { hide: true }),
    summary: options.summary,
    tags: options.tags,
    ...(options.input && { [section]: options.input }),
    ...(options.response && status !== 204 && { response: { [status]: options.response } }),
  };
}

/** Query and body merged into one record; the body takes precedence. */
async function rawInput(
  request: FastifyRequest,
  { isStreamed, image }: Pick<RouteOptions<TObject>, 'isStreamed' | 'image'>,
): Promise<Record<string, unknown>> {
  const query = nest(new URL(request.raw.url ?? '/', 'http://localhost').searchParams);
  if (request.isMultipart()) return isStreamed ? query : { ...query, ...(await readFormFields(request, image)) };
  const { body } = request;
  return isRecord(body) && !(body instanceof Readable) ? { ...query, ...body } : query;
}

function spread(raw: Record<string, unknown>, name: string | undefined): Record<string, unknown> {
  const inner = name === undefined ? undefined : raw[name];
  return isRecord(inner) ? { ...raw, ...inner } : raw;
}

function send(request: FastifyRequest, reply: FastifyReply, answer: unknown, status: number, baseUrl: string): unknown {
  if (reply.sent) return reply;
  if (reply.statusCode === 200) void reply.code(status);
  if (answer instanceof RestPage) {
    setPagingHeaders(request, reply, answer as RestPage<unknown>, baseUrl);
    return reply.send(answer.rows);
  }
  if (answer instanceof KeysetPage) {
    setKeysetHeader(request, reply, answer as KeysetPage<unknown>, baseUrl);
    return reply.send(answer.rows);
  }
  // No content type without a body, because some clients would parse it as JSON.
  if (reply.statusCode === 204 || reply.statusCode === 304) return reply.removeHeader('content-type').send();
  return reply.send(answer);
}
