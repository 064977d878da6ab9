// Lanes of the roadmap that others change, in a real browser with the real server.
import { expect, test } from '@playwright/test';
import { barOf, comeNear, day, headerOf, headers, makeLabeledEpics, openLanes, rowOf } from './setup/lanes.ts';
import { makeGroup, someone, updateEpic, wide } from './setup/people.ts';
import { holdLongTimers } from './setup/quiet.ts';

test('RX-LN-17: what another person sets moves the epic within 1 s and the counts follow; a row in hand stays there', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const ines = await someone(browser, null, wide);
  const group = await makeGroup(maren);
  const made = await makeLabeledEpics(maren, group, [
    ['Harbor', 'stage::alpha'],
    ['Quay', 'stage::alpha'],
    ['Boat', 'stage::beta'],
  ]);
  const { page } = ines;
  await openLanes(page, group);
  await expect(page.locator('html[data-live="on"]')).toBeAttached();
  const set = (title: string, label: string) =>
    maren.call('PUT', `/groups/${encodeURIComponent(group)}/epics/${made.get(title)}`, { add_labels: label });
  const settled = async (change: () => Promise<unknown>, wanted: string[]): Promise<void> => {
    await change();
    await page.waitForFunction(
      (names) => {
        const all = [...document.querySelectorAll('[role="row"][data-lane]')].map((row) =>
          row.getAttribute('aria-label'),
        );
        return JSON.stringify(all) === JSON.stringify(names);
      },
      wanted,
      { polling: 'raf' },
    );
  };
  // The page waits for nothing that takes a second; how long a machine takes is measured by `npm run bench -- sse`.
  const startTimers = await holdLongTimers(page, 1_000);
  await settled(() => set('Quay', 'stage::beta'), ['stage alpha, 1 epic', 'stage beta, 2 epics']);
  await settled(() => set('Boat', 'stage::alpha'), ['stage alpha, 2 epics', 'stage beta, 1 epic']);
  const below = async (title: string, lane: string) => {
    const [row, header] = [await rowOf(page, title).boundingBox(), await headerOf(page, lane).boundingBox()];
    return (row?.y ?? 0) > (header?.y ?? 0);
  };
  await expect.poll(() => below('Quay', 'stage beta')).toBe(true);
  await expect.poll(() => below('Boat', 'stage beta')).toBe(false);

  // Focus.
  await rowOf(page, 'Harbor').focus();
  await settled(() => set('Harbor', 'stage::beta'), ['stage alpha, 1 epic', 'stage beta, 2 epics']);
  await expect(rowOf(page, 'Harbor')).toBeFocused();
  await expect(rowOf(page, 'Harbor')).toBeInViewport();
  await startTimers();

  // A bar that is being dragged.
  await openLanes(maren.page, group);
  await expect(maren.page.locator('html[data-live="on"]')).toBeAttached();
  const bar = barOf(maren.page, 'Boat');
  const box = await bar.boundingBox();
  if (!box) throw new Error('no bar');
  await comeNear(maren.page, 'Boat');
  await maren.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await maren.page.mouse.down();
  for (const x of [10, 20, 40, 60]) await maren.page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2);
  const dragged = async () => ((await bar.boundingBox())?.x ?? 0) - box.x;
  await expect.poll(dragged).toBeGreaterThan(30);
  await updateEpic(maren, group, made.get('Quay') ?? '', { title: 'Quay, renamed' });
  await set('Boat', 'stage::beta');
  await expect(rowOf(maren.page, 'Quay, renamed')).toBeVisible();
  await expect(headerOf(maren.page, 'stage beta')).toHaveAccessibleName('stage beta, 3 epics');
  expect(await dragged()).toBeGreaterThan(30);
  await maren.page.keyboard.press('Escape');
  await maren.page.mouse.up();
  await expect.poll(dragged).toBeLessThan(3);
});

test('RX-LM-09: without live updates lanes, counts and drift are polled within 30 s, and nothing is shown twice after them', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const path = `/groups/${encodeURIComponent(group)}`;
  const made = await makeLabeledEpics(maren, group, [
    ['Harbor', 'stage::alpha'],
    ['Quay', 'stage::beta'],
  ]);
  const { id } = await maren.call<{ id: number }>('POST', `${path}/roadmap_snapshots`, { name: 'Plan' });
  await expect
    .poll(async () => (await maren.call<{ status: string }>('GET', `${path}/roadmap_snapshots/${id}`)).status)
    .toBe('saved');
  const { page } = maren;
  await page.route('**/-/live**', (route) => route.abort());
  await page.clock.install();
  await openLanes(page, group, `group_by=LABEL:stage&compare=${id}`);
  await expect(rowOf(page, 'Harbor')).toBeVisible();
  await expect(page.locator('html[data-live="on"]')).toHaveCount(0);
  const put = (title: string, fields: object) => maren.call('PUT', `${path}/epics/${made.get(title)}`, fields);
  await put('Harbor', { add_labels: 'stage::beta', due_date_is_fixed: true, due_date_fixed: day(32) });
  await page.clock.fastForward(30_000);
  await expect(headerOf(page, 'stage beta')).toHaveAccessibleName(/^stage beta, 2 epics/);
  await expect(barOf(page, 'Harbor')).toHaveAccessibleName(/, \+12 d$/);
  await expect(headerOf(page, 'stage alpha')).toHaveCount(0);

  // The line is back.
  await page.unroute('**/-/live**');
  await page.evaluate(() => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
      document.dispatchEvent(new Event('visibilitychange'));
    }
  });
  await expect(page.locator('html[data-live="on"]')).toBeAttached({ timeout: 90_000 });
  await put('Quay', { add_labels: 'stage::alpha' });
  await makeLabeledEpics(maren, group, [['Boat', 'stage::alpha']]);
  await expect(headerOf(page, 'stage alpha')).toHaveAccessibleName(/^stage alpha, 2 epics/);
  for (const title of ['Harbor', 'Quay', 'Boat']) await expect(rowOf(page, title)).toHaveCount(1);
  await expect(headers(page)).toHaveCount(2);
});
