import { expect } from '@playwright/test';
import { datesOf, makeEpic, makeGroup, makeIssue, makeProject } from '../setup/people.ts';
import { test } from './fixtures.ts';
import type { Query } from './in-page.ts';
import type { Tab } from './tab.ts';

const password = process.env['MILEPOST_E2E_PASSWORD'] ?? '';

/** Signs in without the form, which the first journey tests. */
async function signIn(tab: Tab): Promise<void> {
  await tab.goto('/users/sign_in');
  const status = await tab.evaluate(
    async (username, secret) =>
      (
        await fetch('/-/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ username, password: secret }),
        })
      ).status,
    'maren',
    password,
  );
  expect(status).toBe(200);
}

test.afterEach(async ({ tab }) => {
  expect(await tab.errors()).toEqual([]);
});

test('a user signs in and sees the groups', async ({ tab }) => {
  await tab.goto('/users/sign_in');
  await tab.typeInto({ role: 'textbox', name: 'Username or email' }, 'maren');
  await tab.typeInto({ css: 'input[type=password]' }, password);
  await tab.click({ role: 'button', name: 'Sign in' });
  // Other journeys leave many groups behind.
  await tab.typeInto({ role: 'searchbox', name: 'Search groups' }, 'Tidewater');
  await tab.see({ role: 'link', name: 'Tidewater' });
  expect((await tab.address()).pathname).toBe('/');
});

test('the roadmap draws bars; dragging one moves its dates, and a filter narrows the rows', async ({ tab, maren }) => {
  const path = await makeGroup(maren);
  const spring = await makeEpic(maren, path, {
    title: 'Spring',
    startDateFixed: '2026-01-12',
    dueDateFixed: '2026-02-08',
  });
  await makeEpic(maren, path, { title: 'Autumn', startDateFixed: '2026-02-02', dueDateFixed: '2026-03-01' });
  await signIn(tab);
  await tab.goto(`/groups/${path}/-/roadmap?range_from=2026-01-01&range_to=2026-12-31&layout=WEEKS`);
  const rows: Query = { css: '[role="row"][data-row]' };
  const bar = (title: string): Query => ({
    css: '[role="gridcell"] a',
    within: { css: '[role="row"][data-row]', text: title },
  });
  await expect.poll(() => tab.texts(rows)).toHaveLength(2);
  await expect.poll(() => tab.attributes({ role: 'treegrid' }, 'aria-busy')).toEqual(['false']);
  await tab.evaluate(() => document.querySelector('[role="treegrid"]')?.parentElement?.scrollTo({ left: 0 }));

  // Bars are positioned by the scale: Autumn begins three weeks after Spring.
  const cell = await tab.evaluate(() =>
    Number.parseFloat(
      getComputedStyle(document.querySelector('[role="treegrid"]') ?? document.body).getPropertyValue('--cell'),
    ),
  );
  const [springStart, autumnStart] = [await tab.point(bar('Spring'), 0.02), await tab.point(bar('Autumn'), 0.02)];
  expect(Math.abs(autumnStart.x - springStart.x - 3 * cell)).toBeLessThanOrEqual(2);

  // Hovering near a bar loads the drag code.
  const from = await tab.point(bar('Spring'));
  await expect
    .poll(async () => {
      await tab.moveTo({ x: from.x - 3, y: from.y }, from);
      return tab.evaluate(() => document.querySelector('[role="treegrid"]')?.parentElement?.getAttribute('data-grip'));
    })
    .toBe('move');
  await tab.press();
  const to = { x: from.x + Math.round(cell), y: from.y };
  await tab.moveTo({ x: (from.x + to.x) / 2, y: from.y }, { x: to.x - 4, y: to.y }, to);
  await tab.see({ css: '[data-drag-sign]', text: 'Jan 19 – Feb 15, 2026' });
  await tab.release();
  await expect.poll(() => datesOf(maren, path, spring.iid)).toEqual(['2026-01-19', '2026-02-15']);

  await tab.click({ role: 'combobox', name: 'Search epics' });
  await tab.type('Autumn');
  await tab.key('Enter');
  await expect.poll(() => tab.texts(rows)).toHaveLength(1);
  expect((await tab.address()).searchParams.get('search')).toBe('Autumn');
});

test('the tree of an epic expands, is reordered by dragging, and accepts a new epic', async ({ tab, maren }) => {
  const path = await makeGroup(maren);
  const theme = await makeEpic(maren, path, { title: 'Theme' });
  const two = await makeEpic(maren, path, { title: 'Two', parentId: theme.id });
  await makeEpic(maren, path, { title: 'Part', parentId: two.id });
  await makeEpic(maren, path, { title: 'One', parentId: theme.id });
  await signIn(tab);
  await tab.goto(`/groups/${path}/-/epics/${theme.iid}`);
  const titles = () => tab.attributes({ role: 'treeitem' }, 'aria-label');
  const row = (name: string): Query => ({ css: `[role="treeitem"][aria-label="${name}"]` });
  await expect.poll(titles).toEqual(['One', 'Two']);
  await tab.click({ role: 'button', name: 'Expand Two' });
  await expect.poll(titles).toEqual(['One', 'Two', 'Part']);
  await tab.click({ role: 'button', name: 'Collapse Two' });
  await expect.poll(titles).toEqual(['One', 'Two']);

  const from = await tab.point(row('Two'), 0.4);
  const before = await tab.point(row('One'), 0.05, 0.1);
  await tab.moveTo(from);
  await tab.press();
  await tab.moveTo({ x: from.x, y: from.y - 8 }, { x: before.x + 4, y: before.y + 2 }, before);
  await tab.see({ css: 'body *', text: 'Move before “One”' });
  await tab.release();
  await expect.poll(titles).toEqual(['Two', 'One']);

  await tab.click({ role: 'button', name: 'Add' });
  await tab.click({ role: 'menuitem', name: 'Add a new epic' });
  await tab.typeInto({ role: 'textbox', name: 'Title' }, 'Three');
  await tab.click({ role: 'button', name: 'Create epic' });
  await expect.poll(titles).toContain('Three');
  await tab.goto(`/groups/${path}/-/epics/${theme.iid}`);
  await expect.poll(async () => (await titles()).filter((title) => title !== 'Three')).toEqual(['Two', 'One']);
  expect(await titles()).toContain('Three');
});

test('an issue is edited: title, Markdown with a preview, a task and a comment', async ({ tab, maren }) => {
  const issue = await makeIssue(maren, await makeProject(maren, await makeGroup(maren)), {
    title: 'Walls',
    description: 'Old text',
  });
  await signIn(tab);
  await tab.goto(issue.webPath);
  await tab.click({ role: 'button', name: 'Edit E' });
  await tab.typeInto({ role: 'textbox', name: 'Title' }, 'Doors');
  await tab.typeInto({ role: 'textbox', name: 'Description' }, 'New **text** - [ ] left');
  await tab.click({ role: 'button', name: 'Preview' });
  await expect.poll(() => tab.texts({ css: '.prose strong' })).toContain('text');
  await tab.click({ role: 'button', name: 'Continue editing' });
  await tab.typeInto({ role: 'textbox', name: 'Description' }, '- [ ] hinges');
  await tab.key('Control+Enter');
  await expect.poll(() => tab.texts({ css: 'h1' })).toEqual(['Doors']);

  await tab.click({ css: '.prose input[type=checkbox]' });
  const saved = () =>
    maren
      .call<{ description: string }>('GET', `/projects/${encodeURIComponent(issue.projectPath)}/issues/${issue.iid}`)
      .then(({ description }) => description);
  await expect.poll(saved).toBe('- [x] hinges');

  await tab.typeInto({ role: 'textbox', name: 'Add a comment' }, 'Painted');
  await tab.key('Control+Enter');
  await tab.see({ css: '.prose', text: 'Painted' });
});
