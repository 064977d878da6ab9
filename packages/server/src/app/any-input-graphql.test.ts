import fc from 'fast-check';
import { expect } from 'vitest';
import { graphqlCalls, probesOf } from '../testing/fuzz/graphql-calls.ts';
import { announceRun, FreshFixtures, seed, times } from '../testing/fuzz/run.ts';
import { InTurn } from '../testing/fuzz/turns.ts';
import { resolveRefs } from '../testing/fuzz/values.ts';
import { testOfInput as test, tokenFor, type GraphqlAnswer } from '../testing/http.ts';
import { schemaOfAllRooms } from './schema.ts';

test(
  'whatever an argument or an input field of GraphQL holds, nothing fails: `FUZZ_SEED` repeats a run',
  {
    timeout: 900_000,
  },
  async ({ world, server }) => {
    const probes = probesOf(schemaOfAllRooms());
    expect(probes.length).toBeGreaterThan(150);
    const calls = new InTurn(graphqlCalls(probes), times);
    announceRun('GraphQL', calls.runs);
    const fixtures = new FreshFixtures(world, server);
    let complete = 0;
    const property = fc.asyncProperty(calls, async ({ who, probe, variables }) => {
      const pools = await fixtures.next();
      const headers: Record<string, string> = who === 'nobody' ? {} : { 'private-token': await tokenFor(world, who) };
      const payload = { query: probe.document, variables: resolveRefs(variables, pools) };
      const response = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
      const { errors = [] } = response.json<GraphqlAnswer>();
      if (errors.length === 0) complete += 1;
      const asked = `${probe.name} as ${who} with ${JSON.stringify(payload.variables)}`;
      const isBug = response.statusCode >= 500 || errors.some(({ extensions }) => extensions?.['code'] === 'INTERNAL');
      if (isBug) throw new Error(`${response.statusCode} for ${asked}: ${JSON.stringify(errors)}`);
    });
    await fc.assert(property, { seed, numRuns: calls.runs });
    // Inputs must pass the parsing of arguments, otherwise nothing behind it is tested.
    expect(complete / calls.runs).toBeGreaterThan(0.3);
  },
);
