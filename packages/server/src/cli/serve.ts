import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { localDayOf } from '@milepost/core/days';
import type { FastifyInstance } from 'fastify';
import { demoGroup, demoUser, hasDemo, loadDemo } from '../app/demo/load.ts';
import { modules } from '../app/modules.ts';
import { buildServer } from '../app/server.ts';
import { makeServices } from '../app/services.ts';
import { type Config, readProcessConfig, withPort } from '../platform/config/config.ts';
import { parseSetting } from '../platform/config/parse.ts';
import { settingsSchema } from '../platform/config/schema.ts';
import { connect } from '../platform/database/connect.ts';
import { isUnavailable } from '../platform/database/lost.ts';
import { openDatabase } from '../platform/database/embedded/open.ts';
import { hasCode, messageOf } from '../platform/util/errors.ts';
import { startJobs } from '../platform/jobs/runner.ts';
import { followInstance } from '../platform/instance/follow.ts';
import { openMailer } from '../platform/mail/mailer.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { Services } from '../platform/context.ts';
import { SiteFollower } from '../modules/sites/commands/follow.ts';
import { Replicas } from '../platform/sites/replicas.ts';
import { ensureSetUpAddress } from '../modules/users/commands/set-up.ts';
import { StorageWatch } from '../platform/files/unwritable.ts';
import { readSecret } from '../platform/secret.ts';
import { derivedFrom } from '../platform/util/tokens.ts';
import { type Command, CommandError, type Input } from './command.ts';
import { bringUpToDate, isStandbyOf, openSecrets, requireSameVersion } from './database.ts';
import { JobsOfPrimary } from './jobs-of-primary.ts';
import { serveOptions, type ReadyMessage } from './serve-options.ts';
import { shutdownSignal } from './signals.ts';

/** How long open requests may take to finish once the end was requested. */
const TIMEOUT_MS = 5_000;

export const serve: Command = {
  name: 'serve',
  details: 'Brings the database up to date and serves until it is stopped (Ctrl-C, SIGTERM).',
  options: serveOptions,
  async run(input) {
    const config = await configFor(input);
    await serveUntil(config, shutdownSignal(), input.isOn('demo'), () => {
      if (process.connected) process.send?.({ type: 'ready', port: config.port } satisfies ReadyMessage);
    });
  },
};

/** Serves until the end is requested, and stops everything. `onReady` is called once it answers. */
export async function serveUntil(
  config: Config,
  end: ReturnType<typeof shutdownSignal>,
  isDemo: boolean,
  onReady: () => void = () => undefined,
): Promise<void> {
  const lifecycle = new Lifecycle(end.isRequested);
  try {
    await start(config, lifecycle, isDemo, onReady);
    await end.requested;
    say('Stopping …');
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    await lifecycle.stop();
  }
}

async function start(config: Config, lifecycle: Lifecycle, isDemo: boolean, onReady: () => void): Promise<void> {
  say('Starting the database …');
  const database = await lifecycle.start(
    () => openDatabase(config, { onEvent: say }),
    (opened) => opened.stop(),
  );
  const isStandby = await lifecycle.start(() => isStandbyOf(database.target));
  if (isStandby) await lifecycle.start(() => requireSameVersion(database));
  else {
    const ran = await lifecycle.start(() => bringUpToDate(database));
    if (ran.length > 0) say(`Brought the database up to date (${ran.length} migrations)`);
  }
  const { db, pool } = await lifecycle.start(
    async () => connect(database.target),
    ({ db }) => db.destroy(),
  );
  const secret = await readSecret(config);
  await lifecycle.start(() => openSecrets({ db, secret }, isStandby));
  const storage = new StorageWatch({ dataDir: config.dataDir, holdsDatabase: config.databaseUrl === null });
  const { mail } = config.stored.read({});
  const services = await lifecycle.start(
    async () => makeServices(db, config, { secret, mailer: openMailer(mail), storage }),
    ({ files }) => files.close(),
  );
  const report = (message: string, error: unknown): void => console.error(`${message}: ${messageOf(error)}`);
  await lifecycle.start(
    () => followInstance(services, config.stored, report),
    (follower) => {
      follower.stop();
      services.mailer?.close();
      return Promise.resolve();
    },
  );
  await lifecycle.start(
    () => startFollower(services, config, report),
    (following) => following.stop(),
  );
  const { site } = services;
  if (isDemo && !site.isSecondary) await lifecycle.start(() => prepareDemo(services, secret));
  const tracing = await lifecycle.start(
    () => startTracing(config.traceEndpoint),
    async (started) => started?.stop(),
  );
  const server = await lifecycle.start(
    () =>
      buildServer({
        services,
        logLevel: config.logLevel,
        secret,
        dataDir: config.dataDir,
        firstWeekday: config.firstWeekday,
        calendarMonths: config.calendarMonths,
        labelColors: config.labelColors,
        uploadMaxFiles: config.uploadMaxFiles,
        trustedProxies: config.trustedProxies,
        metricsToken: config.metricsToken,
        tracing,
        limits: config.limits,
        rateLimits: () => services.instance.rateLimits,
      }),
    close,
  );
  forgiveLostConnections((error) => server.log.warn({ err: error }, 'a statement was lost with its connection'));
  const tasks = modules.flatMap((module) => module.jobs ?? []);
  await lifecycle.start(
    async () => {
      const jobs = new JobsOfPrimary(
        async () => {
          // A promoted standby may lack the newest tables of the queue.
          if (isStandby) await bringUpToDate(database);
          return startJobs(pool, services, tasks, (message, error) => server.log.error({ err: error }, message));
        },
        (error) => server.log.error({ err: error }, 'the jobs could not be started or stopped'),
      );
      site.onRole((role) => void jobs.follow(role));
      await jobs.follow(site.role);
      return jobs;
    },
    (jobs) => jobs.stop(),
  );
  const mayNeedSetUp = !isDemo && !site.isSecondary;
  const address = mayNeedSetUp ? await lifecycle.start(() => ensureSetUpAddress(services)) : null;
  await lifecycle.start(() => listen(server, config));
  // From here on the database is not queried: a server that answers outlives losing it.
  // The supervisor first: it does not restart a server that was never ready.
  onReady();
  say(`Milepost is ready: ${config.url}`);
  if (isDemo) {
    say(`The sample roadmap: ${config.url}/groups/${demoGroup}/-/roadmap?view=overview`);
    say(`Sign in as ${demoUser} with the password ${demoPassword(secret)}`);
  }
  if (address !== null) say(`This site has no administrator yet. Create the first one, once, at:\n  ${address}`);
}

/** Starts what keeps the role of this site and the replicas of its database current. */
async function startFollower(
  services: Services,
  { replicaUrls }: Config,
  report: (message: string, error: unknown) => void,
): Promise<{ stop: () => Promise<void> }> {
  const note = (message: string, error?: unknown): void =>
    error === undefined ? say(message) : report(message, error);
  const follower = new SiteFollower(services, { report: note });
  await follower.start();
  if (services.site.isSecondary) say(`This is the secondary site ${services.site.name}: changes go to the primary`);
  const replicas = replicaUrls.length === 0 ? null : new Replicas(services.db, replicaUrls, note);
  services.site.replicas = replicas;
  replicas?.start();
  return {
    stop: async () => {
      await follower.stop();
      await replicas?.stop();
    },
  };
}

/** Null without a collector: the libraries are not loaded then. */
async function startTracing(endpoint: string | null): Promise<Tracing | null> {
  if (endpoint === null) return null;
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return (await import('../platform/telemetry/otlp.ts')).startTracing(endpoint, version);
}

/** A library may forget the promise of a statement whose connection was cut; that ends nothing. Any other one is a bug. */
function forgiveLostConnections(report: (error: unknown) => void): void {
  process.on('unhandledRejection', (reason) => {
    if (!isUnavailable(reason)) throw reason;
    report(reason);
  });
}

async function prepareDemo(services: Services, secret: string): Promise<void> {
  if (await hasDemo(services)) return;
  say('Loading the sample group …');
  await loadDemo(services, localDayOf(new Date()), demoPassword(secret));
}

/** Known only to those who can read the data folder: a sample may become a real site. */
function demoPassword(secret: string): string {
  return derivedFrom(secret, 'demo').slice(0, 16);
}

async function configFor(input: Input): Promise<Config> {
  const wanted = input.value('port');
  const config = readProcessConfig();
  const { MILEPOST_PORT: schema } = settingsSchema.properties;
  const port = wanted === undefined ? config.port : parseSetting('--port', schema, wanted);
  return withPort(config, port === 0 ? await freePort(config.host) : port);
}

/** Links name the port, so it has to be known before anything is made that holds one. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

async function listen(server: FastifyInstance, { host, port, logLevel }: Config): Promise<void> {
  try {
    // Fastify's own line about the address is replaced by the one below.
    server.log.level = 'warn';
    await server.listen({ host, port });
    server.log.level = logLevel;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE')) {
      throw new CommandError(`port ${port} is in use: choose another with --port or MILEPOST_PORT`);
    }
    if (hasCode(error, 'EACCES', 'EADDRNOTAVAIL', 'ENOTFOUND')) {
      throw new CommandError(
        `cannot listen on ${host}:${port} (${messageOf(error)}): choose another MILEPOST_HOST or MILEPOST_PORT`,
      );
    }
    throw error;
  }
}

/** Open requests may finish; those that never end (live updates) are cut off. */
async function close(server: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => server.server.closeAllConnections(), TIMEOUT_MS);
  server.server.closeIdleConnections();
  await server.close();
  clearTimeout(cut);
}

function say(message: string): void {
  console.log(message);
}

/** The end was requested while the server still started. */
class Interrupted extends Error {}

/** Starts parts one after another, and stops them in reverse order, also after an incomplete start. */
class Lifecycle {
  readonly #stops: (() => Promise<unknown>)[] = [];
  readonly #isEndRequested: () => boolean;

  constructor(isEndRequested: () => boolean) {
    this.#isEndRequested = isEndRequested;
  }

  async start<Part>(start: () => Promise<Part>, stop?: (part: Part) => Promise<unknown>): Promise<Part> {
    if (this.#isEndRequested()) throw new Interrupted();
    const part = await start();
    if (stop) this.#stops.push(() => stop(part));
    return part;
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.toReversed()) {
      try {
        await stop();
      } catch (error) {
        console.error(`While stopping: ${messageOf(error)}`);
      }
    }
  }
}
