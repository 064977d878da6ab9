import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../app/server.ts';
import { SiteFollower } from '../modules/sites/commands/follow.ts';
import type { Services } from '../platform/context.ts';
import { connect } from '../platform/database/connect.ts';
import { FileStorage } from '../platform/files/file-storage.ts';
import { Site } from '../platform/sites/site.ts';
import { startPair, type Pair } from './clusters.ts';
import { tokenFor } from './http.ts';
import { Line } from './line.ts';
import { buildersIn } from './test.ts';
import { createWorld, type World } from './world.ts';

/** One site of a test: a server over its own cluster, with its own files. */
export interface TestSite {
  services: Services;
  server: FastifyInstance;
  origin: string;
  follower: SiteFollower;
}

/** Two sites: `home` is the primary, `away` a secondary. What `away` asks `home` goes over `line`, its replication over `pair.line`. */
export interface Sites {
  world: World;
  build: ReturnType<typeof buildersIn>;
  pair: Pair;
  line: Line;
  home: TestSite;
  away: TestSite;
  end(): Promise<void>;
}

const SECRET = 's'.repeat(32);

/** Starts two clusters and two servers. The tests call `follower.beat()`: nothing runs in the background but replication. */
export async function startSites(): Promise<Sites> {
  const pair = await startPair();
  const { world, end: endWorld } = await createWorld({ target: pair.primary.target, drop: () => Promise.resolve() });
  const { db: awayDb } = connect(pair.standby.target, { size: 8 });
  const awayDir = await mkdtemp(join(tmpdir(), 'milepost-away-'));
  const services: Services = { ...world.services, secret: SECRET };
  const open = async (name: string, own: Services): Promise<TestSite> => {
    own.site = new Site(own.db, name);
    const server = await buildServer({ services: own, logLevel: 'silent', secret: SECRET, dataDir: own.dataDir });
    const origin = await server.listen({ host: '127.0.0.1', port: 0 });
    return {
      services: own,
      server,
      origin,
      follower: new SiteFollower(own, { report: () => undefined, copies: false }),
    };
  };
  const home = await open('Home', { ...services });
  const away = await open('Away', {
    ...services,
    db: awayDb,
    dataDir: awayDir,
    files: new FileStorage(awayDir),
  });
  const line = await Line.open({ host: '127.0.0.1', port: Number(new URL(home.origin).port) });
  for (const name of ['ada', 'dana', 'otto'] as const) await tokenFor(world, name);
  const root = { 'private-token': await tokenFor(world, 'root'), 'content-type': 'application/json' };
  for (const site of [
    { name: 'Home', url: home.origin, internal_url: `http://127.0.0.1:${line.port}`, primary: true },
    { name: 'Away', url: away.origin },
  ]) {
    await fetch(`${home.origin}/api/v4/geo_sites`, { method: 'POST', headers: root, body: JSON.stringify(site) });
  }
  return {
    world,
    build: buildersIn(world),
    pair,
    line,
    home,
    away,
    async end() {
      for (const { follower, server } of [away, home]) {
        await follower.stop();
        const cutting = setInterval(() => server.server.closeAllConnections(), 20);
        await server.close();
        clearInterval(cutting);
      }
      await line.close();
      await awayDb.destroy();
      await endWorld();
      await pair.end();
      await rm(awayDir, { recursive: true, force: true });
    },
  };
}
