import { expect } from 'vitest';
import { test } from '../../testing/test.ts';
import { indexTexts } from './jobs.ts';
import { workItemsAfter } from './store-lists.ts';
import { indexWaitingTexts } from './store-texts.ts';

test('a new text is found while it waits for the index, and after the job has entered it', async ({
  as,
  build,
  db,
  services,
}) => {
  const group = await build.group();
  await build.epic({ group, title: 'Harbour lights' });
  await build.epic({ group, title: 'Night ferry' });
  const found = async () => {
    const page = { limit: 10, isBackward: false, cursor: null };
    const rows = await workItemsAfter(
      as('ada'),
      {
        scope: { of: group },
        types: ['epic'],
        filter: { is: {}, not: {}, or: {} },
        search: { text: 'harbour', in: ['title', 'description'] },
        order: { by: 'createdAt', isDescending: true },
      },
      page,
    );
    return rows.map(({ title }) => title);
  };
  expect(await found()).toEqual(['Harbour lights']);
  await indexTexts.run(services, {}, new AbortController().signal);
  expect(await indexWaitingTexts(db)).toBe(0);
  expect(await found()).toEqual(['Harbour lights']);
  await build.epic({ group, title: 'Harbour master' });
  expect(await indexWaitingTexts(db)).toBeGreaterThan(0);
});
