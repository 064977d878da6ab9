import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DomainError, ForbiddenError, NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Services } from '../../../platform/context.ts';
import { GitCommandError } from '../../../platform/git/errors.ts';
import type { GitProcess } from '../../../platform/git/process.ts';
import { FLUSH, packetLine, PacketError, PacketReader } from '../../../platform/git/packet-lines.ts';
import { requireGit } from '../../../platform/git/version.ts';
import { GIT_ROUTES_PREFIX } from '../../../platform/http/namespace-routes.ts';
import { statusOfError } from '../../../platform/rest/errors.ts';
import { movedUrl, redirectMoved } from '../../../platform/rest/moved.ts';
import type { Host } from '../../../platform/rooms/module.ts';
import { createRepository, findCode, findCodeToPush, gitOf, type ProjectCode } from '../commands.ts';
import { planPush, readPushHead, type PushHead, type PushRules, type RefUpdate } from '../commands/push.ts';
import { rulesOfPush, afterPush } from '../commands/receive.ts';
import { contextOfGit, TokenNeededError } from './basic.ts';
import { receivePack } from './receive-pack.ts';

const services = ['git-upload-pack', 'git-receive-pack'] as const;
type Service = (typeof services)[number];

/** What a client that fetches may send: the commits that it wants and has. */
const MAX_NEGOTIATION_BYTES = 32 * 1024 * 1024;

/** A larger push stays in one pack. Git sends what is longer than a megabyte without its length. */
const MAX_UNPACKED_BYTES = 1024 * 1024;

/** Git over HTTP: `/FULL/PATH.git/info/refs`, `/git-upload-pack` and `/git-receive-pack`. */
export function addGitPages(server: FastifyInstance, { services: all }: Host): void {
  server.addHook('onClose', (_server, done) => {
    all.git.stop();
    done();
  });
  void server.register(
    (inner: FastifyInstance, _options, done) => {
      // Bodies are streamed to git, never read into memory.
      inner.removeAllContentTypeParsers();
      inner.addContentTypeParser('*', (_request, payload, parsed) => parsed(null, payload));
      inner.setErrorHandler((error, _request, reply) => answerError(error, reply));
      inner.get('/:path/info/refs', (request, reply) => advertise(all, request, reply));
      inner.post('/:path/git-upload-pack', (request, reply) => upload(all, request, reply));
      inner.post('/:path/git-receive-pack', (request, reply) => receive(all, request, reply));
      // Nothing else of a repository is served.
      inner.all('/:path/*', (_request, reply) => reply.code(404).type('text/plain').send('Not found\n'));
      done();
    },
    { prefix: GIT_ROUTES_PREFIX },
  );
}

async function advertise(all: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { service } = request.query as { service?: string };
  if (!isService(service)) throw new ForbiddenError('Git 1.6.6 or newer is required.');
  const { ctx, code } = await codeOf(all, request, service);
  const moved = movedUrl(
    request.originalUrl,
    new Map([...ctx.movedPaths].map(([from, to]) => [`${from}.git`, `${to}.git`])),
  );
  if (moved !== null) return redirectMoved(reply, moved);
  const env = service === 'git-upload-pack' ? protocolOf(request) : {};
  const process = await gitOf(ctx, request.ip).start(
    [service.slice('git-'.length), '--stateless-rpc', '--advertise-refs', code.folder],
    { folder: code.folder, env },
  );
  const answer = answerOf(reply, `application/x-${service}-advertisement`, process);
  if (!env['GIT_PROTOCOL']?.includes('version=2'))
    answer.write(Buffer.concat([packetLine(`# service=${service}\n`), Buffer.from(FLUSH)]));
  void passOutput(process, answer, request);
  return reply.send(answer);
}

async function upload(all: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, code } = await codeOf(all, request, 'git-upload-pack');
  const process = await gitOf(ctx, request.ip).start(['upload-pack', '--stateless-rpc', '--strict', code.folder], {
    folder: code.folder,
    env: protocolOf(request),
  });
  const answer = answerOf(reply, 'application/x-git-upload-pack-result', process);
  pipeline(limited(bodyOf(request), MAX_NEGOTIATION_BYTES), process.stdin).catch((error: unknown) => {
    request.log.debug({ err: error }, 'a fetch was cut');
    process.stop();
  });
  void passOutput(process, answer, request);
  return reply.send(answer);
}

async function receive(all: Services, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { ctx, code } = await codeOf(all, request, 'git-receive-pack');
  // Once the response has started, its status cannot change.
  await requireGit();
  const body = bodyOf(request);
  const reader = new PacketReader(body as AsyncIterable<Buffer>);
  const head = await readPushHead(reader);
  const answer = answerOf(reply, 'application/x-git-receive-pack-result', null);
  // With an empty request git asks whether it may push, before it sends a large pack.
  if (head.updates.length === 0) {
    answer.end();
    return reply.send(answer);
  }
  const folder = code.repository ? code.folder : await createRepository(ctx, code.project);
  const rules = rulesOfPush(ctx, code);
  const plan = planPush(head, rules);
  const isGone = endWith(reply);
  const work = async (): Promise<void> => {
    try {
      const git = gitOf(ctx);
      const pack = reader.remaining();
      const onStart = isGone.add;
      const keepsPack = Number(request.headers['content-length'] ?? Infinity) > MAX_UNPACKED_BYTES;
      const recheck = (updates: readonly RefUpdate[]) => recheckPush(all, request, rules, { ...head, updates });
      const { results } = await receivePack(
        { git, folder, head, plan, pack, ...rules.size, keepsPack, recheck, onStart },
        answer,
      );
      await afterPush(
        ctx,
        code.project,
        folder,
        head.updates.filter(({ ref }) => results.get(ref) === null),
      );
      answer.end();
    } catch (error) {
      if (!isGone.isGone) request.log.error({ err: error }, 'a push failed');
      answer.destroy(error as Error);
    }
  };
  void work();
  return reply.send(answer);
}

/** Why updates that were allowed when the push began are refused at its end; null where nothing changed. */
async function recheckPush(
  all: Services,
  request: FastifyRequest,
  before: PushRules,
  head: PushHead,
): Promise<string | null> {
  try {
    const { ctx, code } = await codeOf(all, request, 'git-receive-pack');
    const rules = rulesOfPush(ctx, code);
    if (rules.defaultBranch !== before.defaultBranch) return 'the default branch has changed, push again';
    return [...planPush(head, rules).refused.values()][0] ?? null;
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** The project of the address, for this service. Throws what `answerError` answers. */
async function codeOf(
  all: Services,
  request: FastifyRequest,
  service: Service,
): Promise<{ ctx: Context; code: ProjectCode }> {
  const isPush = service === 'git-receive-pack';
  const ctx = await contextOfGit(all, request, isPush ? 'writeRepository' : 'readRepository');
  const { path = '' } = request.params as { path?: string };
  try {
    if (isPush && !ctx.viewer.isSignedIn) throw new UnauthenticatedError();
    return { ctx, code: await (isPush ? findCodeToPush(ctx, path) : findCode(ctx, path)) };
  } catch (error) {
    // Whether a private project exists must not show: both answers ask for credentials.
    const isHidden = error instanceof NotFoundError || error instanceof ForbiddenError;
    if (isHidden && !ctx.viewer.isSignedIn) throw new UnauthenticatedError();
    throw error;
  }
}

function isService(name: string | undefined): name is Service {
  return services.some((each) => each === name);
}

function protocolOf({ headers }: FastifyRequest): { GIT_PROTOCOL?: string } {
  const given = headers['git-protocol'];
  return typeof given === 'string' && /^version=[012]$/.test(given) ? { GIT_PROTOCOL: given } : {};
}

/** The body as it arrives. A compressed one was already decompressed. */
function bodyOf(request: FastifyRequest): Readable {
  return request.body as Readable;
}

async function* limited(source: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new PacketError('The request is too large');
    yield chunk;
  }
}

/** The stream of an answer, with its head. A client that goes away ends the process. */
function answerOf(reply: FastifyReply, type: string, process: GitProcess | null): PassThrough {
  void reply.header('content-type', type).header('cache-control', 'no-cache');
  if (process) endWith(reply).add(process);
  return new PassThrough();
}

/** Ends the processes of an answer with its connection. */
function endWith(reply: FastifyReply): { add: (process: GitProcess) => void; readonly isGone: boolean } {
  const open = new Set<GitProcess>();
  let isGone = reply.raw.destroyed;
  reply.raw.once('close', () => {
    isGone = !reply.raw.writableFinished;
    if (isGone) for (const process of open) process.stop();
  });
  return {
    add(process) {
      open.add(process);
      if (isGone) process.stop();
    },
    get isGone() {
      return isGone;
    },
  };
}

async function passOutput(process: GitProcess, answer: PassThrough, request: FastifyRequest): Promise<void> {
  try {
    await pipeline(process.stdout, answer, { end: false });
    await process.ended;
    answer.end();
  } catch (error) {
    // A fetch of something that does not exist ends with an error that git has already written into its answer.
    if (error instanceof GitCommandError && error.exitCode !== null) {
      request.log.info({ err: error }, 'git refused a request');
      answer.end();
    } else {
      process.stop();
      answer.destroy();
    }
  }
}

function answerError(error: unknown, reply: FastifyReply): FastifyReply {
  const status = error instanceof PacketError ? 400 : statusOfError(error);
  // The server answers all others: its own refusals of a request, and a database that is not available.
  if (status === null || !(error instanceof Error)) throw error;
  void reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8');
  if (status === 401) {
    void reply.header('www-authenticate', 'Basic realm="Milepost"');
    const text =
      error instanceof TokenNeededError
        ? error.message
        : 'Sign in with your password or an access token with the scope read_repository.';
    return reply.code(401).send(`${text}\n`);
  }
  if (error instanceof PacketError) return reply.code(400).send(`${error.message}.\n`);
  if ('retryAfter' in error) void reply.header('retry-after', String(error.retryAfter));
  if ('retryAfterSeconds' in error) void reply.header('retry-after', String(error.retryAfterSeconds));
  if (status === 503) return reply.code(503).type('application/json').send({ message: error.message });
  return reply.code(status).send(`${error.message}\n`);
}
