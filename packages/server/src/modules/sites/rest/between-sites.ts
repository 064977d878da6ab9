import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import type { NamespaceId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { UPLOAD_SECRET } from '@milepost/core/files/uploads';
import type { Services } from '../../../platform/context.ts';
import { isRecord, readInput } from '../../../platform/rest/input.ts';
import { printPosition, readLogState } from '../../../platform/sites/position.ts';
import { siteClaims, SITES_PREFIX } from '../../../platform/forwarding/routing.ts';
import type { Host } from '../../../platform/rooms/module.ts';
import { folderOf, isUsable } from '../../repositories/store/folders.ts';
import { readRefs, startPack } from '../../repositories/store/replicas.ts';
import { readBytes } from '../../uploads/store/files.ts';
import { checksumOf, storedSize } from '../../uploads/store/copies.ts';
import { STATE_PATH, type SiteState } from '../commands/call.ts';
import { EVERY_PROCESS_KNOWS_MS, followerOf } from '../commands/follow.ts';
import { saveReport } from '../store.ts';
import { timelineOf } from '../store/log.ts';
import { filePlaces, type SiteReport } from '../table.ts';

const MAX_REFS = 1_000_000;
const MAX_FAILURES = 100;
/** Two object ids for each ref. */
const PACK_BODY_LIMIT = 128 * 1024 * 1024;

const count = Type.Integer({ minimum: 0 });
const counts = Type.Object({ count, synced: count, failed: count, verified: count });
const lag = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);
const reportInput = Type.Object({
  version: Type.String({ maxLength: 100 }),
  lagBytes: lag,
  lagSeconds: lag,
  filePlace: Type.Union([Type.Enum([...filePlaces]), Type.Null()]),
  copies: Type.Object({ uploads: counts, project_repositories: counts }),
  failures: Type.Array(
    Type.Object({
      kind: Type.Enum(['uploads', 'project_repositories']),
      id: Type.Integer(),
      error: Type.String({ maxLength: 1_000 }),
    }),
    { maxItems: MAX_FAILURES },
  ),
});
const objectIds = Type.Array(Type.String({ pattern: '^[0-9a-f]{40,64}$' }), { maxItems: MAX_REFS });
const packInput = Type.Object({ wants: objectIds, haves: objectIds });

/** What sites ask each other: only requests that another site signed are answered. */
export function addSitePages(server: FastifyInstance, { services }: Host): void {
  void server.register((inner: FastifyInstance, _options, done) => {
    inner.addHook('onRequest', async (request) => {
      if (siteClaims(request) === null) throw new UnauthenticatedError();
    });
    inner.get(STATE_PATH, () => stateOf(services));
    inner.post(`${SITES_PREFIX}status`, async (request, reply) => {
      const report = readInput(reportInput, bodyOf(request)) as unknown as SiteReport;
      const isKnown = await saveReport(services.db, siteClaims(request)?.site ?? '', report);
      if (!isKnown) throw new NotFoundError('Site');
      return reply.code(204).send();
    });
    inner.post(`${SITES_PREFIX}demote`, async (_request, reply) => {
      await followerOf(services)?.demote();
      // Until the other processes of this site know it, too: what they accept belongs to the position that is asked for next.
      await sleep(EVERY_PROCESS_KNOWS_MS);
      return reply.code(204).send();
    });
    addFiles(inner, services);
    addRepositories(inner, services);
    done();
  });
}

async function stateOf({ db, site }: Services): Promise<SiteState> {
  const { isStandby, position } = await readLogState(db);
  return {
    name: site.name,
    isStandby,
    isPrimary: !isStandby && site.role !== 'demoted',
    position: printPosition(position),
    timeline: isStandby ? null : await timelineOf(db),
  };
}

function addFiles(server: FastifyInstance, services: Services): void {
  server.get(`${SITES_PREFIX}files/:secret(^${UPLOAD_SECRET}$)`, async (request, reply) => {
    const { secret } = request.params as { secret: string };
    const { files } = services;
    const [sha256, size] = await Promise.all([checksumOf(files, secret), storedSize(files, secret)]);
    const bytes = sha256 === null ? null : await readBytes(files, secret);
    if (!bytes || sha256 === null) throw new NotFoundError('File');
    return reply
      .type('application/octet-stream')
      .headers({ 'x-milepost-sha256': sha256, 'content-length': String(size) })
      .send(bytes);
  });
  server.get(`${SITES_PREFIX}files`, async (request) => {
    const { secrets = '' } = request.query as { secrets?: string };
    const wanted = secrets.split(',').filter((secret) => new RegExp(`^${UPLOAD_SECRET}$`).test(secret));
    const checksums: Record<string, string | null> = {};
    // One after the other: each reads a whole file.
    for (const secret of wanted) checksums[secret] = await checksumOf(services.files, secret);
    return checksums;
  });
}

function addRepositories(server: FastifyInstance, services: Services): void {
  const path = `${SITES_PREFIX}repositories/:id(^\\d{1,15}$)`;
  server.get(`${path}/refs`, async (request) => readRefs(services.git, await folderIn(services, request)));
  server.post(`${path}/pack`, { bodyLimit: PACK_BODY_LIMIT }, async (request, reply) => {
    const { wants, haves } = readInput(packInput, bodyOf(request)) as Record<'wants' | 'haves', string[]>;
    const process = await startPack(services.git, await folderIn(services, request), wants, haves);
    process.ended.catch((error: unknown) => {
      request.log.error({ err: error }, 'a pack for another site failed');
      // Half a pack must not look like a whole one.
      reply.raw.destroy();
    });
    return reply.type('application/x-git-packed-objects').send(process.stdout);
  });
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  return isRecord(body) ? body : {};
}

async function folderIn({ dataDir }: Services, request: FastifyRequest): Promise<string> {
  const { id } = request.params as { id: string };
  const folder = folderOf(dataDir, Number(id) as NamespaceId);
  if (!(await isUsable(folder))) throw new NotFoundError('Repository');
  return folder;
}
