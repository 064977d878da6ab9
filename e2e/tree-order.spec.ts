import { expect, test, type Page } from '@playwright/test';
import { makeEpic, makeGroup, someone, type MadeEpic, type Someone } from './setup/people.ts';

interface Scene {
  maren: Someone;
  page: Page;
  path: string;
  theme: MadeEpic;
}

const titles = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('treeitem').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));

/** Fetches the children's titles, in order, from the server. */
async function kept({ maren, path, theme }: Scene): Promise<string[]> {
  const { group } = await maren.ask<{
    group: { epic: { children: { nodes: { title: string; relativePosition: number }[] } } };
  }>(
    'query ($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) { children { nodes { title relativePosition } } } } }',
    { path, iid: theme.iid },
  );
  return group.epic.children.nodes
    .toSorted((one, other) => one.relativePosition - other.relativePosition)
    .map(({ title }) => title);
}

test('ER-RM-11: a child item is moved by keys; on failure it moves back with an alert', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1280, height: 900 } });
  const path = await makeGroup(maren);
  const theme = await makeEpic(maren, path, { title: 'Theme' });
  for (const title of ['Three', 'Two', 'One']) await makeEpic(maren, path, { title, parentId: theme.id });
  const { page } = maren;
  const scene = { maren, page, path, theme };
  await page.goto(`/groups/${path}/-/epics/${theme.iid}`);
  await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Three']);

  await page.getByRole('treeitem', { name: 'One' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => titles(page)).toEqual(['Two', 'One', 'Three']);
  await expect.poll(() => kept(scene)).toEqual(['Two', 'One', 'Three']);
  await expect(page.getByRole('status').filter({ hasText: 'One: 2 of 3' })).toBeAttached();
  await expect(page.getByRole('treeitem', { name: 'One' })).toBeFocused();

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
  expect(await kept(scene)).toEqual(['Two', 'One', 'Three']);

  // A successful retry removes the alert.
  await page.unroute('**/api/graphql');
  await page.getByRole('treeitem', { name: 'One' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => kept(scene)).toEqual(['Two', 'Three', 'One']);
  await expect(page.getByRole('alert')).toHaveCount(0);

  const visitor = await someone(browser, null, { viewport: { width: 1280, height: 900 } });
  await visitor.page.goto(`/groups/${path}/-/epics/${theme.iid}`);
  await expect.poll(() => titles(visitor.page)).toEqual(['Two', 'Three', 'One']);
  await visitor.page.getByRole('treeitem', { name: 'Two' }).focus();
  await visitor.page.keyboard.press('Alt+ArrowDown');
  expect(await titles(visitor.page)).toEqual(['Two', 'Three', 'One']);
});
