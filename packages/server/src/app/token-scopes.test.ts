import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test, tokenFor } from '../testing/http.ts';

const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/api/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, object>>;
};

/** Renders a text, and stores nothing. */
const rendering = 'POST /api/v4/markdown';
/** They ask the model, and change nothing in Milepost: without a model and an item they are refused for another reason. */
const asking = /^POST \/api\/v4\/(-\/llm\/tanuki_bot\/ask|ai\/(passages|status_update_drafts|suggestions|summaries))$/;

/** They show the token of a destination, or begin a payment: reading is not enough. */
const guarded = /^GET \/api\/v4\/(-\/subscriptions\/payment_form$|(groups\/\{id\}\/)?audit_event_streams)/;

/** A token may end itself, whatever its scopes. */
const endingItself = 'DELETE /api/v4/personal_access_tokens/self';

test('TM-PM-08: a token with the scope read_api reads every call of REST, and every write answers 403', async ({
  send,
  world,
}) => {
  // Administrators: only the scope limits them.
  const headers = { 'private-token': await tokenFor(world, 'root', ['read_api']) };
  const answers = new Map<string, number>();
  for (const [path, verbs] of Object.entries(paths)) {
    for (const verb of Object.keys(verbs)) {
      const method = verb.toUpperCase() as 'GET' | 'POST';
      const call = `${method} ${path}`;
      if (call === endingItself || asking.test(call)) continue;
      const url = path.replace('{secret}', 'a'.repeat(32)).replaceAll(/\{\w+\}/g, '1');
      answers.set(call, (await send({ method, url, headers, ...(method !== 'GET' && { payload: {} }) })).status);
    }
  }
  const [reads, writes] = [[...answers], [...answers]].map((each, isWrite) =>
    each.filter(
      ([call]) => ((call.startsWith('GET ') && !guarded.test(call)) || call === rendering) === (isWrite === 0),
    ),
  );
  expect(writes?.length).toBeGreaterThan(200);
  expect(writes?.filter(([, status]) => status !== 403)).toEqual([]);
  expect(reads?.filter(([, status]) => status === 401 || status === 403 || status >= 500)).toEqual([]);
});
