import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { beginScope, inScope, scope } from './scope.ts';

const of = (requestId: string) => ({ requestId, trace: null });

test('scopes that overlap are kept apart, and what outlives all of them never finds the scope of another', async () => {
  const seen: (string | undefined)[] = [];
  const note = () => void seen.push(scope()?.requestId);
  let last: Promise<void> = Promise.resolve();
  const first = inScope(of('first'), async () => {
    await setImmediate();
    note();
    last = setImmediate(undefined)
      .then(() => setImmediate(undefined))
      .then(note);
  });
  const second = inScope(of('second'), async () => {
    await first;
    note();
  });
  await second;
  expect(seen).toEqual(['first', 'second']);
  await last;
  // Node 24 keeps the context of a promise for its own sake.
  expect([undefined, 'first']).toContain(seen[2]);
  await inScope(of('third'), async () => {
    await setImmediate();
    note();
  });
  expect(seen.at(-1)).toBe('third');
  expect(scope()).toBeNull();
});

test('a scope ends once, also after an error', async () => {
  await expect(inScope(of('failing'), () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let found: Promise<string | undefined> = Promise.resolve(undefined);
  const end = beginScope(of('open'), () => {
    found = setImmediate().then(() => scope()?.requestId);
  });
  const other = beginScope(of('other'), () => {});
  other();
  other();
  await expect(found).resolves.toBe('open');
  end();
  expect(scope()).toBeNull();
});
