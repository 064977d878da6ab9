import { expect, test, type Browser, type Locator, type Page } from '@playwright/test';
import { graveFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, makeIssue, someone, type MadeEpic, type Someone } from './setup/people.ts';

interface Scene {
  maren: Someone;
  page: Page;
  path: string;
  theme: MadeEpic;
  epics: Record<'One' | 'Two' | 'Three', MadeEpic>;
}

const row = (page: Page, name: string): Locator => page.getByRole('treeitem', { name, exact: true });
const titles = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((each) => each.getAttribute('aria-label')));

/** The titles of an epic's children as the server has them. */
async function kept({ maren, path }: Scene, parent: MadeEpic): Promise<string[]> {
  const { group } = await maren.ask<{
    group: { epic: { children: { nodes: { title: string; relativePosition: number }[] } } };
  }>(
    'query ($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) { children { nodes { title relativePosition } } } } }',
    { path, iid: parent.iid },
  );
  return group.epic.children.nodes
    .toSorted((one, other) => one.relativePosition - other.relativePosition)
    .map(({ title }) => title);
}

/** An epic with the children One, Two (which has the child Part) and Three. */
async function begin(browser: Browser, options: Parameters<typeof someone>[2] = {}): Promise<Scene> {
  const maren = await someone(browser, 'maren', { viewport: { width: 1280, height: 900 }, ...options });
  const path = await makeGroup(maren);
  const theme = await makeEpic(maren, path, { title: 'Theme' });
  const three = await makeEpic(maren, path, { title: 'Three', parentId: theme.id });
  const two = await makeEpic(maren, path, { title: 'Two', parentId: theme.id });
  await makeEpic(maren, path, { title: 'Part', parentId: two.id });
  const one = await makeEpic(maren, path, { title: 'One', parentId: theme.id });
  const scene = { maren, page: maren.page, path, theme, epics: { One: one, Two: two, Three: three } };
  await maren.page.goto(`/groups/${path}/-/epics/${theme.iid}`);
  await expect.poll(() => titles(maren.page)).toEqual(['One', 'Two', 'Three']);
  await row(maren.page, 'Three').scrollIntoViewIfNeeded();
  return scene;
}

interface Point {
  x: number;
  y: number;
}

/** A point in a row; `share` of its height from the top. */
async function pointIn(of: Locator, share: number, x = 300): Promise<Point> {
  const box = await of.boundingBox();
  if (!box) throw new Error('There is no such row');
  return { x: box.x + x, y: box.y + box.height * share };
}

async function grab(page: Page, from: Locator, to: Point): Promise<void> {
  const start = await pointIn(from, 0.5);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 8, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
}

const seriousIn = (page: Page): Promise<string[]> => graveFindings(page, 'main');

test('ER-RM-11, EP-DD-03, EP-DD-05 and EP-DD-06: a row is moved by keys and by pointer, stays there after a reload, and moves back on failure', async ({
  browser,
}) => {
  const scene = await begin(browser);
  const { page, theme, epics } = scene;
  await row(page, 'One').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Three']);
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'One', 'Three']);
  await expect(page.getByRole('status').filter({ hasText: 'One: 2 of 3' })).toBeAttached();
  await expect(row(page, 'One')).toBeFocused();

  await page.route('**/api/graphql', (route) =>
    (route.request().postData() ?? '').includes('adjacentReferenceId')
      ? route.fulfill({ json: { data: { epicTreeReorder: { errors: ['No'] } } } })
      : route.continue(),
  );
  await page.keyboard.press('Alt+ArrowDown');
  const alert = page.getByRole('alert');
  await expect(alert.getByText('Something went wrong while ordering item.', { exact: true })).toBeVisible();
  // And the server's message.
  await expect(alert.getByText('No', { exact: true })).toBeVisible();
  await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Three']);
  expect(await kept(scene, theme)).toEqual(['Two', 'One', 'Three']);

  // A successful retry removes the alert.
  await page.unroute('**/api/graphql');
  await row(page, 'One').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'Three', 'One']);
  await expect(page.getByRole('alert')).toHaveCount(0);

  // Back to the order in which the page opened.
  for (const _ of [1, 2]) await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => kept(scene, theme)).toEqual(['One', 'Two', 'Three']);
  await grab(page, row(page, 'One'), await pointIn(row(page, 'Three'), 0.9, 20));
  await expect(page.getByText('Move after “Three”')).toBeVisible();
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(['Two', 'Three', 'One']);
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'Three', 'One']);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['Two', 'Three', 'One']);
  // Dropping followed no link.
  expect(page.url()).toContain(`/-/epics/${theme.iid}`);
  await grab(page, row(page, 'One'), await pointIn(row(page, 'Two'), 0.1, 20));
  await page.mouse.up();
  await expect.poll(() => kept(scene, theme)).toEqual(['One', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'Three', 'One']);

  // Indented and outdented by keys.
  await expect.poll(() => titles(page)).toEqual(['Two', 'Three', 'One']);
  await row(page, 'Three').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect.poll(() => kept(scene, epics.Two)).toContain('Three');
  await expect(row(page, 'Three')).toHaveAttribute('aria-level', '2');
  await expect(row(page, 'Three')).toBeFocused();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'Three', 'One']);
});

test('EP-DD-01, EP-DD-02, EP-DD-05 and EP-DD-08: an invalid drop is rejected while dragging, Escape cancels, and hovering over a collapsed epic expands it', async ({
  browser,
}) => {
  const scene = await begin(browser);
  const { page, theme, epics } = scene;
  await row(page, 'Two').getByRole('button', { name: 'Expand Two' }).click();
  await expect(row(page, 'Part')).toBeVisible();
  await grab(page, row(page, 'Two'), await pointIn(row(page, 'Part'), 0.5));
  await expect(page.getByText('An epic cannot contain itself')).toBeVisible();
  await page.mouse.up();
  expect(await kept(scene, theme)).toEqual(['One', 'Two', 'Three']);
  await grab(page, row(page, 'One'), await pointIn(row(page, 'Three'), 0.9, 20));
  await page.keyboard.press('Escape');
  await expect(page.getByText('Move after “Three”')).toBeHidden();
  await page.mouse.up();
  expect(await kept(scene, theme)).toEqual(['One', 'Two', 'Three']);
  await row(page, 'Two').getByRole('button', { name: 'Collapse Two' }).click();
  const over = await pointIn(row(page, 'Two'), 0.5);
  await grab(page, row(page, 'One'), over);
  await page.mouse.move(over.x, over.y + 200);
  await expect(row(page, 'Two')).toHaveAttribute('aria-expanded', 'false');
  await page.mouse.move(over.x, over.y);
  await expect(page.getByText('Move into “Two”')).toBeVisible();
  await expect(row(page, 'Part')).toBeVisible();
  const into = await pointIn(row(page, 'Part'), 0.9, 60);
  await page.mouse.move(into.x, into.y, { steps: 4 });
  await expect(page.getByText('Move into “Two”, after “Part”')).toBeVisible();
  await page.mouse.up();
  await expect(page.getByText('Moved “One” into “Two”')).toBeVisible();
  await expect.poll(() => kept(scene, epics.Two)).toEqual(['Part', 'One']);
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'Three']);
  // Until both levels are read again, it is in both.
  await expect(row(page, 'One')).toHaveCount(1);
  await expect(row(page, 'One')).toHaveAttribute('aria-level', '2');
});

test('LM-RM-07: a finger drags after a long press, and scrolls otherwise', async ({ browser }) => {
  const scene = await begin(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const { page, theme } = scene;
  const touch = await page.context().newCDPSession(page);
  const at = async (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]): Promise<void> => {
    await touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  };
  const from = await pointIn(row(page, 'One'), 0.5, 120);
  await at('touchStart', [from]);
  // Hold until the row is picked up.
  await expect(page.locator('[data-dragging]')).toBeAttached();
  const to = await pointIn(row(page, 'Three'), 0.9, 20);
  for (const share of [0.3, 0.6, 1]) {
    await at('touchMove', [{ x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }]);
  }
  await expect(page.getByText('Move after “Three”')).toBeVisible();
  await at('touchEnd', []);
  await expect.poll(() => kept(scene, theme)).toEqual(['Two', 'Three', 'One']);
});

test('EP-FM-01, EP-NT-05, EP-RV-05, ER-EP-05 and EP-TB-03: items are added by reference, created, and removed; the roadmap of the epic loads with its tab', async ({
  browser,
}) => {
  const scene = await begin(browser);
  const { maren, page, path, theme } = scene;
  const lone = await makeEpic(maren, path, { title: 'Lone' });
  const groups = await maren.call<{ id: number }>('GET', `/groups/${path}`);
  await maren.call('POST', '/projects', {
    name: 'Works',
    path: 'works',
    namespace_id: groups.id,
    visibility: 'public',
  });
  const choose = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add', exact: true }).first().click();
    await page.getByRole('menuitem', { name: entry }).click();
  };

  await choose('Add an existing epic');
  const form = page.getByRole('form', { name: 'Add an existing epic' });
  await form.getByRole('combobox').pressSequentially(`&${lone.iid} &9999 `);
  expect(await seriousIn(page)).toEqual([]);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('Could not find the epic. Check the references and your access.');
  await form.getByRole('button', { name: 'Remove &9999' }).click();
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => titles(page)).toEqual(['Lone', 'One', 'Two', 'Three']);

  await choose('Add a new epic');
  await page.getByRole('textbox', { name: 'Title' }).fill('Brand new');
  await page.getByRole('button', { name: 'Create epic' }).click();
  await expect.poll(() => titles(page)).toEqual(['Brand new', 'Lone', 'One', 'Two', 'Three']);

  await choose('Add a new issue');
  await page.getByRole('textbox', { name: 'Title' }).fill('Lay bricks');
  await page.getByRole('button', { name: /^Project/ }).click();
  await page.getByRole('option', { name: /Works/ }).click();
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(row(page, 'Lay bricks')).toBeVisible();

  const stones = await makeIssue(maren, `${path}/works`, { title: 'Order stones' });
  await choose('Add an existing issue');
  const issues = page.getByRole('form', { name: 'Add an existing issue' });
  await issues.getByRole('combobox').pressSequentially(`${path}/works#${stones.iid} `);
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/issues'),
  );
  await issues.getByRole('button', { name: 'Add', exact: true }).click();
  expect(await (await answered).json()).toMatchObject({ issuables: [{ title: 'Order stones' }] });
  // The page did not reload: the tree refetched by itself.
  await expect(row(page, 'Order stones')).toBeVisible();

  await row(page, 'Lone').hover();
  await row(page, 'Lone').getByRole('button', { name: 'Remove Lone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove epic' }).click();
  await expect(row(page, 'Lone')).toHaveCount(0);
  await expect.poll(() => kept(scene, theme)).toEqual(['Brand new', 'One', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Lone')).toBeVisible();
  await expect.poll(() => kept(scene, theme)).toEqual(['Brand new', 'Lone', 'One', 'Two', 'Three']);

  await makeEpic(maren, path, {
    title: 'Dated',
    parentId: theme.id,
    startDateFixed: new Date().toISOString().slice(0, 10),
    dueDateFixed: new Date().toISOString().slice(0, 10),
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.reload();
  await expect(row(page, 'Brand new')).toBeVisible();
  expect(asked.filter((url) => url.includes('EpicRoadmap'))).toEqual([]);
  await page.getByRole('tab', { name: 'Roadmap view' }).click();
  await expect(page.getByRole('treegrid').getByRole('link', { name: 'Dated', exact: true }).first()).toBeVisible();
  expect(await seriousIn(page)).toEqual([]);
});
