import fc from 'fast-check';
import { expect } from 'vitest';
import { restCalls } from '../testing/fuzz/rest-calls.ts';
import { announceRun, FreshFixtures, seed, times, withRoutes } from '../testing/fuzz/run.ts';
import { requestOf } from '../testing/fuzz/send.ts';
import { InTurn } from '../testing/fuzz/turns.ts';
import { testOfInput as test, tokenFor } from '../testing/http.ts';
import { assistantOf, ModelServer } from '../testing/model/model-server.ts';
import { buildServer } from './server.ts';

test(
  'whatever is sent to a REST route, it never fails: `FUZZ_SEED` repeats a run',
  { timeout: 900_000 },
  async ({ world }) => {
    const { server, routes } = await withRoutes(() =>
      buildServer({ services: world.services, logLevel: 'error', secret: 's'.repeat(32), dataDir: '/nowhere' }),
    );
    await server.ready();
    const model = await ModelServer.start();
    model.fitsEveryForm();
    world.services.assistant = { ...assistantOf(model), embeddingModel: 'vectors' };
    expect(routes.length).toBeGreaterThan(400);
    const calls = new InTurn(restCalls(routes), times);
    announceRun('REST', calls.runs);
    const fixtures = new FreshFixtures(world, server);
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(calls, async (call) => {
      const pools = await fixtures.next();
      const headers: Record<string, string> =
        call.who === 'nobody' ? {} : { 'private-token': await tokenFor(world, call.who) };
      const request = requestOf(call, pools, headers);
      const { statusCode, payload } = await server.inject(request);
      const kind = Math.floor(statusCode / 100);
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      if (statusCode === 401 && call.who !== 'nobody') await fixtures.restoreAccess();
      if (kind === 5)
        throw new Error(`${call.method} ${request.url as string} as ${call.who}: ${payload.slice(0, 500)}`);
    });
    await fc.assert(property, { seed, numRuns: calls.runs });
    // Inputs must pass validation, otherwise nothing behind it is tested.
    expect((statuses.get(2) ?? 0) / calls.runs).toBeGreaterThan(0.15);
    expect(statuses.get(4)).toBeGreaterThan(0);
    await server.close();
    await model.stop();
  },
);
