import { expect, test, type Page } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

const graphql = '**/api/graphql';
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Cumulative layout shift of the page so far: 0 is no shift. */
const moved = (page: Page): Promise<number> => page.evaluate(() => (globalThis as unknown as { moved: number }).moved);

test('tasks and links that load late do not shift the text of an issue', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 1000 } });
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  const walls = await makeIssue(maren, project, { title: 'Walls', description: 'Of stone.' });
  const moat = await makeIssue(maren, project, { title: 'Moat' });
  const path = `/projects/${encodeURIComponent(project)}/issues/${walls.iid}`;
  await maren.call('POST', `${path}/links`, { target_project_id: project, target_issue_iid: moat.iid });
  await maren.call('POST', `${path}/notes`, { body: 'Granite, I think.' });
  // The links arrive only when the test lets them.
  let letCome = (): void => undefined;
  const isTime = new Promise<void>((resolve) => (letCome = resolve));
  await page.route(graphql, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('adminWorkItemLink')) await isTime;
    await route.fulfill({ response });
  });
  await page.addInitScript(() => {
    // No fallback timer may fire here: a busy machine is slower than real use.
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((work: () => void, ms: number) => (ms === 1_500 ? 0 : later(work, ms))) as typeof setTimeout;
    const all = globalThis as unknown as { moved: number };
    all.moved = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) all.moved += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(walls.webPath);
  await expect(page.getByText('Of stone.')).toBeVisible();
  await expect(page.getByText('Granite, I think.')).toBeAttached();
  await expect(page.getByText('Granite, I think.')).not.toBeVisible();
  letCome();
  await expect(page.getByRole('link', { name: 'Moat' })).toBeVisible();
  await expect(page.getByText('Granite, I think.')).toBeVisible();
  expect(await moved(page)).toBeLessThan(0.02);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('labels are picked inside the form, next to the facts, and on a phone in a full-width bottom sheet', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 1000 } });
  const project = await makeProject(maren, await makeGroup(maren));
  const issue = await makeIssue(maren, project, { title: 'Walls', labels: 'stone' });
  const boxes = async (page: Page) => {
    await page.getByRole('button', { name: 'Edit Labels' }).click();
    const list = page.getByRole('dialog', { name: 'Select labels' });
    await expect(list.getByRole('option', { name: 'stone' })).toBeVisible();
    const [outer, field] = [await list.boundingBox(), await list.getByRole('combobox').boundingBox()];
    if (!outer || !field) throw new Error('The list has no place');
    // Its texts have padding.
    expect(field.x - outer.x).toBeGreaterThanOrEqual(8);
    return outer;
  };
  await maren.page.goto(`/${project}/-/issues/new`);
  const title = await maren.page.getByRole('textbox', { name: 'Title' }).boundingBox();
  expect((await boxes(maren.page)).x).toBeGreaterThanOrEqual(title?.x ?? Infinity);
  await maren.page.goto(issue.webPath);
  await boxes(maren.page);

  const other = await someone(browser, 'maren', phone);
  await other.page.goto(`/${project}/-/issues/new`);
  expect(await boxes(other.page)).toMatchObject({ x: 0, width: 390 });
});

test('a long title on a phone continues below the buttons at full width', async ({ browser }) => {
  const maren = await someone(browser, 'maren', phone);
  const project = await makeProject(maren, await makeGroup(maren));
  const issue = await makeIssue(maren, project, {
    title: 'Walls and towers of the old castle by the river. '.repeat(5),
  });
  await maren.page.goto(issue.webPath);
  const heading = maren.page.getByRole('heading', { level: 1 });
  await expect(maren.page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible();
  const widest = await heading.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const lines = [...range.getClientRects()];
    return { first: lines[0]?.right ?? 0, others: Math.max(...lines.slice(2).map(({ right }) => right)) };
  });
  const button = await maren.page.getByRole('button', { name: / actions$/ }).boundingBox();
  expect(widest.first).toBeLessThanOrEqual(button?.x ?? 0);
  expect(widest.others).toBeGreaterThan(320);
});

test('a list that fails to load shows an error, and loads on retry', async ({ browser }) => {
  const maren = await someone(browser, 'maren', phone);
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  await makeIssue(maren, project, { title: 'Walls' });
  await page.route(graphql, (route) => route.fulfill({ status: 500, json: { message: '500 Internal Server Error' } }));
  for (const address of [`/${project}/-/issues`, '/dashboard/todos']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  }
  await page.goto(`/${project}/-/issues`);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute(graphql);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Walls' })).toBeVisible();
});

test('an empty list offers creation, and mentions only filters that are set', async ({ browser }) => {
  const maren = await someone(browser, 'maren', phone);
  const { page } = maren;
  const project = await makeProject(maren, await makeGroup(maren));
  await page.goto(`/${project}/-/issues`);
  await expect(page.getByRole('heading', { name: 'No issues yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Create issue' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Walls');
  await page.getByRole('button', { name: 'Create issue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Walls' })).toBeVisible();
  await page.goto(`/${project}/-/issues?state=closed`);
  await expect(page.getByRole('heading', { name: 'No closed issues' })).toBeVisible();
});

test('saving at the end of a long form on a phone shows a conflict right there', async ({ browser }) => {
  const maren = await someone(browser, 'maren');
  const project = await makeProject(maren, await makeGroup(maren));
  const issue = await makeIssue(maren, project, { title: 'Walls', description: 'Of stone.' });
  const { page } = await someone(browser, 'maren', phone);
  await page.goto(issue.webPath);
  await page.getByRole('button', { name: / actions$/ }).click();
  await page.getByRole('menuitem', { name: 'Edit title and description' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Of brick.\n'.repeat(40));
  const path = `/projects/${encodeURIComponent(project)}/issues/${issue.iid}`;
  await maren.call('PUT', path, { description: 'Of wood.' });
  const warning = page.getByRole('alert').filter({ hasText: 'edited this issue at the same time you did.' });
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).scrollIntoViewIfNeeded();
  await expect(warning).not.toBeInViewport();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(warning).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeInViewport();
});
