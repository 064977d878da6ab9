import { expect, test, type Page, type Route } from '@playwright/test';
import { frames, untilStill } from './setup/quiet.ts';
import { makeEpic, makeGroup, makeIssue, makeProject, someone, type Someone } from './setup/people.ts';

interface Moved {
  value: number;
  what: string[];
}
const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/** Records layout shifts from the first paint on. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // No fallback timer may fire here: a busy machine is slower than real use.
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((work: () => void, ms: number) => (ms === 1_500 ? 0 : later(work, ms))) as typeof setTimeout;
    const all = globalThis as unknown as { moved: Moved };
    all.moved = { value: 0, what: [] };
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        all.moved.value += entry.value;
        const from = entry.sources.map(({ node, previousRect, currentRect }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const text = element?.textContent?.trim().slice(0, 30) ?? '';
          const box = (rect: DOMRect) => [rect.x, rect.y, rect.width, rect.height].map(Math.round).join(' ');
          return `<${element?.tagName.toLowerCase() ?? '?'}> "${text}" ${box(previousRect)} -> ${box(currentRect)}`;
        });
        all.moved.what.push(`${entry.value.toFixed(4)}: ${from.join('; ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Releases responses one at a time, each in its own frame. Returns the number still pending. */
async function oneByOne(page: Page): Promise<() => number> {
  let onTheirWay = 0;
  let before: Promise<void> = Promise.resolve();
  const deliver = async (route: Route, earlier: Promise<void>): Promise<void> => {
    try {
      const response = await route.fetch();
      await earlier;
      await route.fulfill({ response });
      await frames(page, 2);
    } catch {
      // The requesting page has been left.
    }
    onTheirWay -= 1;
  };
  const answer = (route: Route): Promise<void> => {
    onTheirWay += 1;
    before = deliver(route, before);
    return before;
  };
  await page.route('**/api/graphql', answer);
  await page.route('**/api/v4/**', answer);
  return () => onTheirWay;
}

async function movesOn(page: Page, address: string, waiting: () => number): Promise<Moved> {
  await page.goto(address);
  await expect(page.getByRole('main')).toBeAttached();
  let quiet = 0;
  await expect
    .poll(
      async () => {
        await frames(page, 4);
        quiet = waiting() === 0 ? quiet + 1 : 0;
        return quiet;
      },
      { timeout: 60_000, intervals: [50] },
    )
    .toBeGreaterThan(4);
  await untilStill(page);
  return page.evaluate(() => (globalThis as unknown as { moved: Moved }).moved);
}

/** Pages with independently loaded parts side by side; on phones, where all parts are stacked, the other pages too. */
async function addresses(maren: Someone, size: keyof typeof sizes): Promise<string[]> {
  const group = await makeGroup(maren);
  const project = await makeProject(maren, group);
  const issue = await makeIssue(maren, project, { title: 'Walls', description: 'Of stone.', labels: 'stone' });
  await maren.call('POST', `/projects/${encodeURIComponent(project)}/issues/${issue.iid}/notes`, { body: 'Granite.' });
  const theme = await makeEpic(maren, group, { title: 'Castle' });
  await makeEpic(maren, group, { title: 'Keep', parentId: theme.id });
  const ofColumns = ['/groups/tidewater', `/groups/${group}/-/epics/${theme.iid}`, issue.webPath];
  if (size === 'wide') return ofColumns;
  return [
    ...ofColumns,
    '/',
    '/-/profile',
    '/dashboard/todos',
    '/maren',
    '/groups/tidewater/-/epics',
    '/groups/tidewater/-/issues',
    '/groups/tidewater/-/roadmap',
    '/groups/tidewater/-/milestones',
    '/groups/tidewater/-/group_members',
    '/groups/tidewater/-/epics/new',
    `/${project}`,
    `/${project}/-/issues/new`,
  ];
}

for (const name of ['wide', 'phone'] as const) {
  const viewport = sizes[name];
  test(`nothing shifts while a page loads, ${name}`, async ({ browser }) => {
    const maren = await someone(browser, 'maren', { viewport, hasTouch: name === 'phone' });
    const wanted = await addresses(maren, name);
    await watch(maren.page);
    const waiting = await oneByOne(maren.page);
    for (const address of wanted) {
      const { value, what } = await movesOn(maren.page, address, waiting);
      expect.soft(value, `${address}\n${what.join('\n')}`).toBeLessThan(0.02);
    }
    await maren.page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

test('the form of sign-in does not move once it is shown: a click on a field hits it', async ({ page }) => {
  await watch(page);
  const { value, what } = await movesOn(page, '/users/sign_in', () => 0);
  expect(value, what.join('\n')).toBe(0);
});
