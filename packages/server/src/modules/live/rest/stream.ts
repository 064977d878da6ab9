import { NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import type { Viewer } from '@milepost/core/roles';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Context, type Services } from '../../../platform/context.ts';
import { targetOf } from '../../../platform/database/connect.ts';
import { isUnavailable } from '../../../platform/database/lost.ts';
import { siteClaims } from '../../../platform/forwarding/routing.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { NOTICES_PATH } from '../../../platform/live/relay.ts';
import { SiteNotices } from '../../../platform/live/site-notices.ts';
import { EventStream } from '../../../platform/live/stream.ts';
import { sendError } from '../../../platform/rest/errors.ts';
import {
  identify,
  InvalidTokenError,
  mustSetUpFactor,
  requireScope,
  requireSession,
  TwoFactorRequiredError,
} from '../../members/commands/identify.ts';
import { visibleNamespace } from '../../namespaces/commands.ts';
import { credentialsOf } from '../../users/rest/credentials.ts';
import { TooManyStreamsError, type StreamLimits } from '../commands/limits.ts';
import { notifyOfRecent } from '../store.ts';
import { LiveStreams, type StreamPosition, type Subscriber } from '../commands/streams.ts';

/** Maximum buffered bytes for another site. */
const MAX_BYTES_OF_SITE = 1024 * 1024;

const streamsByServer = new WeakMap<FastifyInstance, LiveStreams>();

/** The open streams of a server. Throws where live updates are not configured. */
export function streamsOf(server: FastifyInstance): LiveStreams {
  const streams = streamsByServer.get(server);
  if (!streams) throw new Error('This server has no live stream');
  return streams;
}

/** `GET /-/live?group=full/path` (or `project=`): server-sent events of the changes there. See docs/api/live.md. */
export function addLiveStream(server: FastifyInstance, services: Services, limits?: Partial<StreamLimits>): void {
  const streams = new LiveStreams({
    db: services.db,
    target: targetOf(services.db),
    onTrouble: (error) => server.log.warn({ err: error }, 'live updates are interrupted'),
    source: new SiteNotices(services),
    settle: () => services.site.replicas?.settle(),
    ...(limits && { limits }),
  });
  // Before the server waits for open requests: streams would never end.
  server.addHook('preClose', () => streams.close());

  server.addHook('onListen', async () => {
    streams.start();
    await notifyOfRecent(services.db).catch((error: unknown) =>
      server.log.warn({ err: error }, 'could not notify the pages of recent changes'),
    );
  });

  server.get('/-/live', { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    try {
      const who = () => viewerOf(services, request);
      const viewer = await who();
      const watched = await watchedNamespace(services, viewer, request);
      await openStream(streams, request, reply, { viewer, watched, identify: () => currentViewerOf(who) });
    } catch (error) {
      if (error instanceof TooManyStreamsError) void reply.header('retry-after', '60');
      if (sendError(reply, error)) return reply;
      throw error;
    }
    return reply;
  });
  server.get(NOTICES_PATH, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    if (siteClaims(request) === null) throw new UnauthenticatedError();
    if (services.site.isSecondary) throw new NotFoundError('Notices');
    await streams.addSite(() => {
      reply.hijack();
      return new EventStream(reply.raw, reply.getHeaders(), MAX_BYTES_OF_SITE);
    });
    return reply;
  });
  streamsByServer.set(server, streams);
}

/** Answers a request with an endless stream of the changes in a namespace. Throws TooManyStreamsError. */
export async function openStream(
  streams: LiveStreams,
  request: FastifyRequest,
  reply: FastifyReply,
  who: Omit<Subscriber, 'stream' | 'network'>,
): Promise<void> {
  const network = networkOf(request.ip);
  streams.requireCapacity(who.viewer, network);
  reply.hijack();
  const stream = new EventStream(reply.raw, reply.getHeaders());
  await streams.add({ stream, network, ...who }, knowledgeOf(request)).catch(() => stream.close());
}

async function viewerOf(services: Services, request: FastifyRequest): Promise<Viewer> {
  const identity = await identify(services, credentialsOf(request), request.ip);
  requireSession(identity);
  if (mustSetUpFactor(identity)) throw new TwoFactorRequiredError();
  requireScope(identity, 'read');
  return identity.viewer;
}

/** Null for invalid credentials; an unavailable database does not invalidate them. */
async function currentViewerOf(who: () => Promise<Viewer>): Promise<Viewer | null> {
  try {
    return await who();
  } catch (error) {
    if (error instanceof InvalidTokenError || !isUnavailable(error)) return null;
    throw error;
  }
}

async function watchedNamespace(services: Services, viewer: Viewer, request: FastifyRequest) {
  const { group, project } = request.query as Record<string, unknown>;
  const [kind, fullPath] = typeof group === 'string' ? ['group', group] : ['project', project];
  const what = kind === 'group' ? 'Group' : 'Project';
  if (typeof fullPath !== 'string' || fullPath === '') throw new NotFoundError(what);
  const found = await visibleNamespace(new Context(services, viewer), fullPath);
  if (found?.kind !== kind) throw new NotFoundError(what);
  return found.scope;
}

/**
 * The state of a page. A reconnecting browser sends the last message id in a header, a page that opens another connection in
 * the address; a new page sends the age of its data.
 */
function knowledgeOf({ headers, query }: FastifyRequest): StreamPosition {
  const { since, age } = query as Record<string, unknown>;
  const lastId = headers['last-event-id'] ?? since;
  if (typeof lastId === 'string' && lastId !== '') return { lastId };
  return typeof age === 'string' && /^\d{1,9}$/.test(age) ? { age: Number(age) } : { age: 0 };
}
