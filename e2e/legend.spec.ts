// The legend of the roadmap as filters, in a real browser.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { makeEpic, makeGroup, someone, updateEpic, wide } from './setup/people.ts';

const DAY_MS = 86_400_000;
const on = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const range = `range_from=${on(-60)}&range_to=${on(60)}&layout=WEEKS&state=all&sort=TITLE_ASC`;
const legend = (page: Page): Locator => page.getByRole('toolbar', { name: 'Legend' });
const titles = (page: Page): Promise<string[]> =>
  page.locator('[role="row"][data-row] [role="rowheader"] > a').allTextContents();

test('RX-CB-12: every entry that is a button filters by what it names, two of a kind match either, a second press undoes it, and tokens say the same', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const path = await makeGroup(maren);
  const sub = await maren.call<{ id: number; full_path: string }>('POST', '/groups', {
    name: 'Dock',
    path: 'dock',
    visibility: 'public',
    parent_id: (await maren.call<{ id: number }>('GET', `/groups/${path}`)).id,
  });
  const { page } = maren;
  const make = (title: string, from: number, to: number | null, more: object = {}, group = path) =>
    makeEpic(maren, group, {
      title,
      startDateFixed: on(from),
      ...(to !== null && { dueDateFixed: on(to) }),
      ...more,
    });
  const late = await make('Late', -30, -5);
  const open = await make('Open end', -10, null);
  const done = await make('Over', -30, -10);
  const calm = await make('Quiet', -5, 20, {}, sub.full_path);
  await updateEpic(maren, path, done.iid, { stateEvent: 'CLOSE' });
  await updateEpic(maren, path, late.iid, { color: '#c91c00' });
  await updateEpic(maren, path, open.iid, { color: '#217645' });
  for (const [group, iid, health] of [
    [path, late.iid, 'at_risk'],
    [path, open.iid, 'needs_attention'],
    [sub.full_path, calm.iid, 'on_track'],
  ] as const)
    await maren.call('POST', `/groups/${encodeURIComponent(group)}/epics/${iid}/status_updates`, {
      health,
      text: 'So',
    });
  await updateEpic(maren, path, late.iid, { addLabels: ['stage::alpha'] });
  await updateEpic(maren, path, open.iid, { addLabels: ['stage::beta'] });

  const all = ['Late', 'Open end', 'Over', 'Quiet'];
  /** Presses two entries one after the other, then both again: the rows and the filter bar follow. */
  const pressBoth = async (entries: readonly (readonly [string, readonly string[]])[]): Promise<void> => {
    const shown = new Set<string>();
    for (const [name, rows] of entries) {
      const entry = legend(page).getByRole('button', { name: new RegExp(`^${name}, `) });
      await entry.click();
      await expect(entry).toHaveAttribute('aria-pressed', 'true');
      for (const row of rows) shown.add(row);
      await expect.poll(() => titles(page), { message: name }).toEqual(all.filter((title) => shown.has(title)));
      await expect(page.getByRole('search').first()).toContainText(name);
    }
    for (const [name] of entries)
      await legend(page)
        .getByRole('button', { name: new RegExp(`^${name}, `) })
        .click();
    await expect.poll(() => titles(page)).toEqual(all);
    for (const [name] of entries) await expect(page.getByRole('search').first()).not.toContainText(name);
  };
  const choose = async (query: string): Promise<void> => {
    await page.goto(`/groups/${path}/-/roadmap?${range}&density=COMPACT${query}`);
    await expect.poll(() => titles(page)).toEqual(all);
    await expect(legend(page)).toBeVisible();
  };
  await choose('&color_by=HEALTH');
  await pressBoth([
    ['At risk', ['Late']],
    ['On track', ['Quiet']],
  ]);
  await pressBoth([
    ['Overdue', ['Late']],
    ['No end', ['Open end']],
    ['Closed', ['Over']],
  ]);
  await choose('&color_by=LABEL:stage');
  await pressBoth([
    ['alpha', ['Late']],
    ['beta', ['Open end']],
  ]);
  await choose('&color_by=GROUP');
  await pressBoth([['Dock', ['Quiet']]]);
  await choose('&color_by=PROGRESS');
  await pressBoth([['Nothing below', all]]);
  await choose('');
  await pressBoth([
    ['Red', ['Late']],
    ['Green', ['Open end']],
  ]);

  // A snapshot has bars, and no epics to filter by: its entry is no button, nor is one without a value.
  const snapshots = `/groups/${encodeURIComponent(path)}/roadmap_snapshots`;
  const { id } = await maren.call<{ id: number }>('POST', snapshots, { name: 'Before' });
  await expect
    .poll(async () => (await maren.call<{ status: string }>('GET', `${snapshots}/${id}`)).status)
    .not.toBe('pending');
  await choose(`&color_by=LABEL:stage&compare=${id}`);
  await expect(legend(page)).toContainText('Snapshot');
  for (const name of ['Snapshot', 'None']) await expect(legend(page).getByRole('button', { name })).toHaveCount(0);
});

test('RX-PM-01: the legend, which the browser counts, is of what visitor, member and public link see', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const path = await makeGroup(maren);
  for (const confidential of [false, true]) {
    const title = confidential ? 'Secret' : 'Open';
    const { iid } = await makeEpic(maren, path, {
      title,
      confidential,
      startDateFixed: on(-20),
      dueDateFixed: on(-2),
    });
    await maren.call('POST', `/groups/${path}/epics/${iid}/status_updates`, { health: 'at_risk', text: 'So' });
  }
  const query = `${range}&color_by=HEALTH&density=COMPACT`;
  const { roadmapLinkCreate } = await maren.ask<{ roadmapLinkCreate: { pageUrl: string } }>(
    'mutation ($input: RoadmapLinkCreateInput!) { roadmapLinkCreate(input: $input) { errors pageUrl } }',
    { input: { fullPath: path, kind: 'PAGE', name: 'For the board', query } },
  );
  const visitor = await someone(browser, null, wide);
  const guest = await someone(browser, null, wide);
  const address = `/groups/${path}/-/roadmap?${query}`;
  for (const [page, to, count] of [
    [maren.page, address, 2],
    [visitor.page, address, 1],
    [guest.page, new URL(roadmapLinkCreate.pageUrl).pathname, 1],
  ] as const) {
    await page.goto(to);
    for (const name of ['At risk', 'Overdue'])
      await expect(legend(page).getByRole('button', { name: `${name}, ${count} drawn` })).toBeVisible();
  }
});
