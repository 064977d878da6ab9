// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { levelQuery } from '../../modules/hierarchy/data/levels.ts';
import { activityChoice } from '../../modules/notes/activity-choice.ts';
import { activityPages } from '../../modules/notes/api.ts';
import { issueQuery } from '../../pages/issue/data/api.ts';
import { startIssue } from '../../pages/issue/prefetch.ts';
import { epicQuery } from '../../pages/epic/api.ts';
import { startEpic } from '../../pages/epic/prefetch.ts';
import { storePrefetched, takeAnswered, whenAnswered } from './prefetch.ts';
import { makeQueryClient } from '../../app/providers.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

test('a question that waits already is not asked twice, and its answer is there as soon as it has come', async () => {
  const ask = vi.fn(() => Promise.resolve('rows'));
  const first = storePrefetched({ a: 1 }, ask);
  const second = storePrefetched({ a: 1 }, ask);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(takeAnswered({ a: 1 })).toBeUndefined();
  await Promise.all([first, second]);
  expect(takeAnswered({ a: 2 })).toBeUndefined();
  expect(takeAnswered({ a: 1 })?.value).toBe('rows');
  expect(takeAnswered({ a: 1 })).toBeUndefined();
  await storePrefetched({ a: 1 }, () => Promise.reject(new Error('broken')));
  expect(takeAnswered({ a: 1 })).toBeUndefined();
});

test('an epic and its children are asked for each by itself if asking for both at once failed', async () => {
  const fetched = vi.fn((_path: string, { body }: RequestInit) => {
    const isBoth = (JSON.parse(body as string) as { query: string }).query.includes('query epicWithChildren');
    const answer = isBoth ? { errors: [{ message: 'No' }] } : { data: { group: { epic: { title: 'Pier' } } } };
    return Promise.resolve(Response.json(answer));
  });
  vi.stubGlobal('fetch', fetched);
  startEpic('a', '6');
  const client = makeQueryClient();
  await expect(client.fetchQuery(epicQuery('a', '6'))).resolves.toMatchObject({ title: 'Pier' });
  const tree = levelQuery(client, { kind: 'epic', fullPath: 'a', iid: '6' }, true);
  await expect(client.fetchQuery(tree)).resolves.toMatchObject({ items: [] });
  // Both at once, each by itself, and the activity.
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('an unused answer expires after ten seconds', async () => {
  vi.useFakeTimers();
  await storePrefetched('rows', () => Promise.resolve(1));
  vi.advanceTimersByTime(10_001);
  expect(takeAnswered('rows')).toBeUndefined();
});

test('an answer with its own lifetime is kept for that time, and reports its age', async () => {
  vi.useFakeTimers();
  await storePrefetched('rows', () => Promise.resolve(1), 60_000);
  vi.advanceTimersByTime(20_000);
  expect(takeAnswered('rows')).toEqual({ value: 1, age: 20_000 });
});

test('an item and what was said about it, asked for ahead of its page, are not asked for again by the page', async () => {
  activityChoice('issue').set({ filter: 'ONLY_COMMENTS', sort: 'CREATED_DESC' });
  const said = { discussions: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } };
  const fetched = vi.fn((_path: string, { body }: RequestInit) => {
    const { variables } = JSON.parse(body as string) as { variables: { filter?: string } };
    const item = { title: 'Pier', ...(variables.filter && said) };
    return Promise.resolve(Response.json({ data: { project: { issue: item }, group: { epic: item } } }));
  });
  vi.stubGlobal('fetch', fetched);
  startIssue('a/b', '4');
  startEpic('a', '5');
  expect(fetched).toHaveBeenCalledTimes(4);
  const client = makeQueryClient();
  await expect(client.fetchQuery(issueQuery('a/b', '4'))).resolves.toMatchObject({ title: 'Pier' });
  await expect(client.fetchQuery(epicQuery('a', '5'))).resolves.toMatchObject({ title: 'Pier' });
  const choice = { filter: 'ONLY_COMMENTS', sort: 'CREATED_DESC' } as const;
  await client.fetchInfiniteQuery(activityPages('issue', 'a/b', '4', choice));
  await client.fetchInfiniteQuery(activityPages('epic', 'a', '5', activityChoice('epic').get()));
  await client.fetchQuery(levelQuery(client, { kind: 'epic', fullPath: 'a', iid: '5' }, true));
  expect(fetched).toHaveBeenCalledTimes(4);
  await client.invalidateQueries();
  await client.fetchQuery({ ...issueQuery('a/b', '4'), staleTime: 0 });
  expect(fetched).toHaveBeenCalledTimes(5);
});

test('what is answered by the time the page begins is there with its first drawing', async () => {
  const item = { title: 'Pier', discussions: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } };
  const fetched = vi.fn(() =>
    Promise.resolve(Response.json({ data: { project: { issue: item }, group: { epic: item } } })),
  );
  vi.stubGlobal('fetch', fetched);
  startIssue('a/b', '4');
  startEpic('a', '5');
  await whenAnswered(10_000);
  const client = makeQueryClient();
  const dataOf = (options: object): unknown => client.getQueryCache().build(client, options as never).state.data;
  expect(dataOf(issueQuery('a/b', '4'))).toMatchObject({ title: 'Pier' });
  expect(dataOf(epicQuery('a', '5'))).toMatchObject({ title: 'Pier' });
  expect(dataOf(levelQuery(client, { kind: 'epic', fullPath: 'a', iid: '5' }, true))).toMatchObject({ items: [] });
  const discussed = { pages: [{ discussions: [], next: null }], pageParams: [''] };
  expect(dataOf(activityPages('issue', 'a/b', '4', activityChoice('issue').get()))).toEqual(discussed);
  expect(dataOf(activityPages('epic', 'a', '5', activityChoice('epic').get()))).toEqual(discussed);
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('a page waits for prefetched answers until a timeout', async () => {
  vi.useFakeTimers();
  await whenAnswered(150);
  void storePrefetched('never', () => new Promise(() => undefined));
  let isOver = false;
  const over = whenAnswered(150).then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(149);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await over;
});
