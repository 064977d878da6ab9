import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { World } from '../world.ts';
import { buildFixtures } from './fixtures.ts';
import type { RestRoute } from './rest-calls.ts';
import type { Pools } from './values.ts';

/** Random in each run; `FUZZ_SEED` repeats a run. */
export const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31);
/** Multiplies the number of inputs. The seed differs in each run, so that many short runs find what one long run would. */
export const times = Number(process.env['FUZZ_TIMES'] ?? 1);

/** Prints how to repeat a run that finds something. */
export function announceRun(name: string, runs: number): void {
  process.stdout.write(`${name}: ${runs} inputs with FUZZ_SEED=${seed}\n`);
}

/** Number of inputs after which the subjects are rebuilt, because some inputs delete them. */
const CALLS_PER_FIXTURES = 300;

/** Subjects of inputs, rebuilt every few hundred inputs, public every other time. */
export class FreshFixtures {
  readonly #world: World;
  readonly #server: FastifyInstance;
  #pools: Pools = {};
  #calls = 0;

  constructor(world: World, server: FastifyInstance) {
    this.#world = world;
    this.#server = server;
  }

  async next(): Promise<Pools> {
    if (this.#calls % CALLS_PER_FIXTURES === 0) {
      await this.restoreAccess();
      const isPublic = this.#calls % (2 * CALLS_PER_FIXTURES) === 0;
      this.#pools = await buildFixtures(this.#world, this.#server, isPublic);
    }
    this.#calls += 1;
    return this.#pools;
  }

  /** Reactivates accounts and tokens that an input may have blocked or revoked. */
  async restoreAccess(): Promise<void> {
    const { db } = this.#world;
    await db.updateTable('users').set({ state: 'active' }).where('state', '<>', 'active').execute();
    await db.updateTable('personalAccessTokens').set({ revokedAt: null, expiresAt: null }).execute();
  }
}

/** The routes that `build` registers, and its server. */
export async function withRoutes(
  build: () => Promise<FastifyInstance>,
): Promise<{ server: FastifyInstance; routes: RestRoute[] }> {
  const routes: RestRoute[] = [];
  const learn = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, schema }: RouteOptions) => {
      for (const each of [method].flat()) routes.push({ method: each, url, schema: schema as RestRoute['schema'] });
    });
  };
  subscribe('fastify.initialization', learn);
  try {
    return { server: await build(), routes };
  } finally {
    unsubscribe('fastify.initialization', learn);
  }
}
