// The issues of expanded epics on the roadmap, in a real browser.
import { expect, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { makeGroup, phone, someone } from './setup/people.ts';

test('RX-LY-14: an expanded epic lists its issues after its child epics, by due date then number, with bars, diamonds or none', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 900 } });
  const group = await makeGroup(maren);
  const owner = encodeURIComponent(group);
  const { id } = await maren.call<{ id: number }>('GET', `/groups/${owner}`);
  const project = await maren.call<{ id: number }>('POST', '/projects', {
    name: 'Code',
    path: 'code',
    namespace_id: id,
  });
  const dates = { start_date_is_fixed: true, start_date_fixed: '2026-02-02', due_date_is_fixed: true };
  const epic = await maren.call<{ id: number; iid: number; work_item_id: number }>('POST', `/groups/${owner}/epics`, {
    title: 'Parent',
    ...dates,
    due_date_fixed: '2026-11-30',
  });
  await maren.call('POST', `/groups/${owner}/epics`, {
    title: 'Child',
    ...dates,
    due_date_fixed: '2026-03-31',
    parent_id: epic.id,
  });
  const add = async (title: string, start: string | null, due: string | null) => {
    const issue = await maren.call<{ id: number }>('POST', `/projects/${project.id}/issues`, {
      title,
      epic_id: epic.id,
    });
    if (start === null && due === null) return;
    await maren.ask(
      `mutation ($id: WorkItemID!, $start: Date, $due: Date) {
        workItemUpdate(input: { id: $id, startAndDueDateWidget: { isFixed: true, startDate: $start, dueDate: $due } }) { errors }
      }`,
      { id: `gid://gitlab/WorkItem/${issue.id}`, start, due },
    );
  };
  await add('Without dates', null, null);
  await add('Due alone', null, '2026-06-15');
  await add('Span', '2026-04-01', '2026-05-31');
  await add('Same day', null, '2026-06-15');
  for (let number = 5; number <= 53; number++) await add(`Filler ${number}`, null, null);

  const { page } = maren;
  const address = `/groups/${group}/-/roadmap?range_from=2026-01-01&range_to=2026-12-31&layout=MONTHS&milestones_as=GUIDES`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Expand Parent' }).click();
  await expect(page.getByRole('link', { name: 'Child', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Span', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('switch', { name: 'Show issues' }).click();
  await expect(page).toHaveURL(/show_issues=true/);
  await page.keyboard.press('Escape');

  const row = (name: string) =>
    page.locator('[role="row"][data-row]', { has: page.getByRole('link', { name, exact: true }) });
  const top = async (name: string) => (await row(name).boundingBox())?.y ?? 0;
  await expect(row('Span')).toBeVisible();
  const places = [];
  for (const name of ['Parent', 'Child', 'Span', 'Due alone', 'Same day', 'Without dates'])
    places.push(await top(name));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(new Set(places).size).toBe(6);
  await expect(row('Span')).toHaveAttribute('aria-level', '2');

  // The bar runs from start to due date, the diamond stands on its day.
  const bar = page.getByRole('img', { name: /^Span, Apr 1 – May 31, 2026/ });
  const size = await bar.boundingBox();
  expect(size?.height).toBe(12);
  const child = await page.getByRole('link', { name: /^Child, / }).boundingBox();
  const day = ((child?.width ?? 0) + 1) / 58;
  expect(Math.abs((size?.x ?? 0) - ((child?.x ?? 0) + 58 * day))).toBeLessThan(8);
  expect(Math.abs((size?.width ?? 0) + 1 - 61 * day)).toBeLessThan(8);
  await expect(bar.locator('svg')).toHaveCount(1);
  const diamond = page.getByRole('img', { name: /^Due alone, / });
  expect(
    await diamond.evaluate((element) => [getComputedStyle(element).width, getComputedStyle(element).rotate]),
  ).toEqual(['10px', '45deg']);
  const middle = await diamond.boundingBox();
  expect(
    Math.abs((middle?.x ?? 0) + (middle?.width ?? 0) / 2 - ((size?.x ?? 0) + (size?.width ?? 0) + 15 * day)),
  ).toBeLessThan(8);
  await expect(row('Without dates').getByRole('img', { name: /^Without/ })).toHaveCount(0);

  // 50 at a time.
  const more = page.getByRole('button', { name: 'Show more (3)' });
  await page.locator('[data-scroller]').evaluate((element) => element.scrollTo({ top: 100_000 }));
  await more.click();
  await expect(more).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Filler 53', exact: true })).toBeVisible();

  // Keys: an issue opens in the peek.
  await page.locator('[data-scroller]').evaluate((element) => element.scrollTo({ top: 0 }));
  await row('Span').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Span', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(await axeFindings(page)).toEqual([]);

  // A change by somebody else shows without a reload.
  await add('Added later', '2026-07-01', '2026-07-31');
  await expect(page.getByRole('link', { name: 'Added later', exact: true })).toBeVisible();

  // On a phone.
  const small = await someone(browser, 'maren', phone);
  await small.page.goto(`${address}&show_issues=true&levels=2`);
  await expect(small.page.getByRole('link', { name: 'Span', exact: true })).toBeVisible();
  expect(await axeFindings(small.page)).toEqual([]);
});
