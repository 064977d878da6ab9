import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Remembered, type Answer, type Give } from './remembered.ts';

afterEach(() => void vi.useRealTimers());

const answer = (text: string): Answer => ({ text, contentType: 'application/json' });

/** One whose state of the database is what the test says it is. */
function begin(options: { most?: number; longest?: number } = {}) {
  const database = { state: '1:1:' };
  const remembered = new Remembered({ snapshot: () => Promise.resolve(database.state), ...options });
  const isKnown = async (question: string): Promise<boolean> => {
    const found = await remembered.ask(question);
    if (typeof found === 'function') found(null);
    return typeof found === 'object';
  };
  const tell = async (question: string, text: string): Promise<void> => {
    ((await remembered.ask(question)) as Give)(answer(text));
  };
  return { database, remembered, isKnown, tell };
}

test('an answer is given again while nothing is committed, and never after', async () => {
  const { database, remembered, isKnown, tell } = begin();
  await tell('roadmap', 'one');
  expect(await remembered.ask('roadmap')).toEqual(answer('one'));
  expect(await isKnown('another question')).toBe(false);
  database.state = '1:2:';
  expect(await isKnown('roadmap')).toBe(false);
});

test('what was committed while an answer was made makes it one of the past', async () => {
  const { database, remembered, isKnown } = begin();
  const give = (await remembered.ask('roadmap')) as Give;
  database.state = '1:2:';
  give(answer('perhaps the old, perhaps the new'));
  expect(await isKnown('roadmap')).toBe(false);
});

test('whoever asks the same meanwhile waits for it; where there is none in the end, each looks for themselves', async () => {
  const { remembered, isKnown } = begin();
  const give = (await remembered.ask('roadmap')) as Give;
  const others = [remembered.ask('roadmap'), remembered.ask('roadmap')];
  give(answer('made once'));
  expect(await Promise.all(others)).toEqual([answer('made once'), answer('made once')]);

  const fail = (await remembered.ask('hopeless')) as Give;
  const another = remembered.ask('hopeless');
  // By then it is waiting.
  await sleep(5);
  fail(null);
  const own = (await another) as Give;
  own(answer('found after all'));
  expect(await isKnown('hopeless')).toBe(true);
});

test('nothing is kept for longer than it may be, for some answers depend on the hour', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { isKnown, tell } = begin({ longest: 1_000 });
  vi.advanceTimersByTime(5_000);
  await tell('roadmap', 'one');
  vi.advanceTimersByTime(900);
  expect(await isKnown('roadmap')).toBe(true);
  vi.advanceTimersByTime(200);
  expect(await isKnown('roadmap')).toBe(false);
});

test('everything is forgotten once it would take too much room', async () => {
  const { isKnown, tell } = begin({ most: 26 });
  await tell('one', 'x'.repeat(10));
  await tell('two', 'x'.repeat(10));
  expect(await isKnown('one')).toBe(true);
  await tell('three', 'x');
  expect(await isKnown('one')).toBe(false);
});

test('questions count as well: many long ones with short answers are forgotten too', async () => {
  const { isKnown, tell } = begin({ most: 1_000 });
  await tell('first', '{}');
  for (let index = 0; index < 10; index++) await tell(`${index}${'x'.repeat(100)}`, '{}');
  expect(await isKnown('first')).toBe(false);
});

test('however short questions and answers are, only so many are kept', async () => {
  const { isKnown, tell } = begin();
  await tell('first', '{}');
  for (let index = 0; index < 4_999; index++) await tell(String(index), '{}');
  expect(await isKnown('first')).toBe(true);
  await tell('one more', '{}');
  expect(await isKnown('first')).toBe(false);
});
