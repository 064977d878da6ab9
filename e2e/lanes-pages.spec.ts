// Many lanes and rows, in a real browser with the real server.
import { expect, test, type Page, type Response } from '@playwright/test';
import { headers, makeLabeledEpics, openLanes, rowOf } from './setup/lanes.ts';
import { makeGroup, someone, wide } from './setup/people.ts';
import { frames } from './setup/quiet.ts';

interface Variables {
  lane?: string;
  groupBy?: string;
  endCursor?: string;
}

/** A page of lanes (`lane` is null) or of the rows of one, as the application requested it. */
interface Asked {
  lane: string | null;
  cursor: string;
  nodes: number;
}

const keptDocument = 'query ($path: ID!) { currentUser { roadmapSettings(fullPath: $path) } }';
const number = (index: number) => String(index).padStart(3, '0');

/** The pages that the page requests from now on, in a list that grows. */
function pagesAsked(page: Page): Asked[] {
  const asked: Asked[] = [];
  const note = async (response: Response): Promise<void> => {
    const { variables } = JSON.parse(response.request().postData() ?? '{}') as { variables?: Variables };
    if (variables?.lane === undefined && variables?.groupBy === undefined) return;
    const { lane = null, endCursor: cursor = '' } = variables;
    const { data } = (await response.json()) as { data?: { group?: Record<string, { nodes?: unknown[] }> } };
    const nodes = data?.group?.[lane === null ? 'epicLanes' : 'epics']?.nodes;
    // What changes meanwhile may be requested again.
    const isNew = !asked.some((each) => each.lane === lane && each.cursor === cursor);
    if (nodes && isNew) asked.push({ lane, cursor, nodes: nodes.length });
  };
  page.on('response', (response) => {
    // An answer that the page has left behind cannot be read.
    if (response.url().endsWith('/api/graphql')) void note(response).catch(() => undefined);
  });
  return asked;
}

/** Scrolls through all lanes and rows; returns the titles of the rows and the lanes that were seen. */
async function readAll(page: Page) {
  const seen = { rows: new Set<string>(), lanes: new Set<string>() };
  const look = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>('[role="treegrid"] [role="row"][data-row]')];
      const scroller = document.querySelector('[role="treegrid"]')?.parentElement;
      const isLoading = document.querySelector('[role="treegrid"] [role="status"]') !== null;
      const end = scroller?.getBoundingClientRect().bottom ?? 0;
      // What is in view may not be drawn yet.
      const isDrawn = all.some((row) => row.getBoundingClientRect().bottom >= end - 40);
      if (isDrawn && !isLoading) scroller?.scrollBy({ top: 600 });
      const rows = all.map((row) => row.querySelector('[role="rowheader"] > a')?.textContent ?? '');
      const lanes = all.map((row) => row.dataset['lane'] ?? '');
      return {
        rows: rows.filter((_, index) => lanes[index] === ''),
        lanes: lanes.filter((lane) => lane !== ''),
        isAtEnd: scroller ? scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2 : true,
        isLoading,
      };
    });
  for (let quiet = 0, steps = 0; quiet < 20 && steps < 600; steps += 1) {
    const { rows, lanes, isAtEnd, isLoading } = await look();
    expect(new Set(rows).size).toBe(rows.length);
    expect(new Set(lanes).size).toBe(lanes.length);
    for (const row of rows) if (row !== '') seen.rows.add(row);
    for (const lane of lanes) seen.lanes.add(lane);
    quiet = isAtEnd && !isLoading ? quiet + 1 : 0;
    await frames(page, isLoading ? 4 : 2);
  }
  return seen;
}

test('RX-LM-01: 50 lanes and 50 rows of a lane at a time by keyset, none for folded lanes, and every one is there once', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const many = Array.from({ length: 56 }, (_, index) => [`Row ${number(index)}`, 'stage::000'] as const);
  const single = Array.from(
    { length: 56 },
    (_, index) => [`One ${number(index + 1)}`, `stage::${number(index + 1)}`] as const,
  );
  const made = await makeLabeledEpics(maren, group, [...many, ...single]);
  const { page } = maren;
  await openLanes(page, group);
  const titles = [...many, ...single].map(([title]) => title);
  // The first visit may receive updates about epics that were created just before it; this change is delivered after them.
  for (const title of ['Renamed', 'Row 000']) {
    await maren.call('PUT', `/groups/${encodeURIComponent(group)}/epics/${made.get('Row 000')}`, { title });
    await expect(rowOf(page, title)).toBeVisible();
  }

  const asked = pagesAsked(page);
  await openLanes(page, group);
  const open = await readAll(page);
  expect([open.lanes.size, open.rows.size, titles.filter((title) => !open.rows.has(title))]).toEqual([57, 112, []]);
  const sizes = (lane: string | null) => asked.filter((each) => each.lane === lane).map(({ nodes }) => nodes);
  expect(sizes(null)).toEqual([50, 7]);
  expect(sizes('LABEL%3Astage=000')).toEqual([50, 6]);
  expect(asked).toHaveLength(2 + 2 + 56);

  // Folded lanes are read to the end, and none of their rows.
  await page.locator('[role="treegrid"]').evaluate((grid) => grid.parentElement?.scrollTo({ top: 0 }));
  await headers(page)
    .first()
    .getByRole('button')
    .click({ modifiers: ['Alt'] });
  await expect(rowOf(page, 'Row 000')).toHaveCount(0);
  await expect
    .poll(() =>
      maren.ask<{ currentUser: { roadmapSettings: { folded?: string } | null } }>(keptDocument, { path: group }),
    )
    .toMatchObject({ currentUser: { roadmapSettings: { folded: '*LABEL%3Astage' } } });
  asked.length = 0;
  await openLanes(page, group);
  const folded = await readAll(page);
  expect([folded.lanes.size, folded.rows.size]).toEqual([57, 0]);
  expect(asked.filter(({ lane }) => lane !== null)).toEqual([]);
});
