// Snapshots, past days and status updates on the roadmap, in a real browser with the real server.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { poolOn } from './bench/lib/database.ts';
import { axeFindings } from './setup/axe.ts';
import { go, makeEpic, makeGroup, phone, someone, wide, type ApiCaller } from './setup/people.ts';

/** `YYYY-MM-DD`, this many days from today. */
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const written = (days: number): string =>
  new Date(`${day(days)}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const around = (from: number, to: number): string =>
  `timeframe_range_type=CUSTOM&range_from=${day(from)}&range_to=${day(to)}&layout=WEEKS`;
const dates = (from: number, to: number) => ({ startDateFixed: day(from), dueDateFixed: day(to) });
const barOf = (page: Page, title: string): Locator =>
  page.locator('[role="treegrid"]').getByRole('link', { name: new RegExp(`^${title}, `) });
const rowOf = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title });

async function save(by: ApiCaller, group: string, name: string): Promise<number> {
  const list = `/groups/${encodeURIComponent(group)}/roadmap_snapshots`;
  const { id } = await by.call<{ id: number }>('POST', list, { name });
  await expect
    .poll(async () => (await by.call<{ status: string }>('GET', `${list}/${id}`)).status, { timeout: 60_000 })
    .toBe('saved');
  return id;
}

test('RX-SN-07, RX-SN-08, RX-SN-09, RX-SN-10: drift is neutral or in danger, added and removed epics have rows, and the chip ends the comparison', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const path = encodeURIComponent(group);
  for (const title of ['stage::alpha', 'stage::beta'])
    await maren.call('POST', `/groups/${path}/labels`, { name: title, color: '#1068bf' });
  const milestone = await maren.call<{ id: number }>('POST', `/groups/${path}/milestones`, {
    title: 'GA',
    due_date: day(25),
  });
  const made = new Map<string, string>();
  const add = async (title: string, label: string, more: object = dates(-20, 10)) => {
    const { iid } = await makeEpic(maren, group, { title, ...more });
    made.set(title, iid);
    await change(title, { add_labels: label });
  };
  const change = (title: string, fields: object) =>
    maren.call('PUT', `/groups/${path}/epics/${made.get(title)}`, fields);
  for (const title of ['Later', 'Past the milestone', 'Within it', 'Earlier', 'Same', 'Started', 'Ended', 'Endless'])
    await add(title, 'stage::alpha', title === 'Ended' ? { startDateFixed: day(-20) } : undefined);
  await add('Gone', 'stage::alpha');
  await add('Closed', 'stage::alpha');
  await add('Other lane', 'stage::beta');
  await add('Gone from beta', 'stage::beta');
  await add('Gone undated', 'stage::beta', {});
  const project = await maren.call<{ id: number }>('POST', '/projects', {
    name: 'Code',
    path: 'code',
    namespace_id: (await maren.call<{ id: number }>('GET', `/groups/${path}`)).id,
  });
  for (const title of ['Past the milestone', 'Within it', 'Earlier']) {
    const issue = await maren.call<{ id: number }>('POST', `/projects/${project.id}/issues`, {
      title: 'Part',
      milestone_id: milestone.id,
    });
    await maren.call('POST', `/groups/${path}/epics/${made.get(title)}/issues/${issue.id}`);
  }
  const id = await save(maren, group, 'Q3 plan');
  const ends = (days: number) => ({ due_date_is_fixed: true, due_date_fixed: day(days) });
  await change('Later', ends(22));
  await change('Past the milestone', ends(40));
  await change('Within it', ends(22));
  await change('Earlier', ends(-2));
  await change('Started', { start_date_is_fixed: true, start_date_fixed: day(-15) });
  await change('Ended', ends(10));
  await change('Endless', { due_date_is_fixed: true, due_date_fixed: null });
  await change('Closed', { state_event: 'close' });
  for (const title of ['Gone', 'Gone from beta', 'Gone undated'])
    await maren.call('DELETE', `/groups/${path}/epics/${made.get(title)}`);
  await add('New', 'stage::alpha');

  const { page } = maren;
  const lanes = 'group_by=LABEL%3Astage&density=COMPACT&sort=TITLE_ASC';
  await page.goto(`/groups/${group}/-/roadmap?compare=${id}&${lanes}&${around(-60, 90)}`);
  const note = (title: string) => rowOf(page, title).first().locator('[data-note="drift"], [data-note="lateDrift"]');
  await expect(note('Later')).toHaveText('+12 d');
  const texts: Record<string, string> = {
    'Past the milestone': '+30 d',
    'Within it': '+12 d',
    Earlier: '\u{2212}12 d',
    Ended: 'End set',
    Endless: 'End removed',
    New: 'added',
  };
  for (const [title, text] of Object.entries(texts)) await expect(note(title)).toHaveText(text);
  for (const title of ['Same', 'Started', 'Closed']) await expect(note(title)).toHaveCount(0);
  // After the percentage, and before the days overdue.
  const notes = rowOf(page, 'Earlier').locator('[data-note]');
  expect(await notes.allTextContents()).toEqual(['0%', '\u{2212}12 d', '2 d overdue']);

  // Neutral and semibold; in danger with a mark only where it ends later and after its milestone.
  const look = (title: string) =>
    note(title).evaluate((each) => {
      const { color, fontWeight } = getComputedStyle(each);
      const root = getComputedStyle(document.documentElement);
      const resolved = (name: string) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = root.getPropertyValue(name);
        const found = getComputedStyle(probe).color;
        probe.remove();
        return found;
      };
      const isDanger = color === resolved('--danger');
      const isNeutral = color === resolved('--text');
      return { isDanger, isNeutral, fontWeight, mark: getComputedStyle(each, '::before').width };
    });
  const neutral = { isDanger: false, isNeutral: true, fontWeight: '600', mark: 'auto' };
  for (const title of ['Later', 'Within it', 'Earlier', 'Ended', 'New'])
    expect([title, await look(title)]).toEqual([title, neutral]);
  expect(await look('Past the milestone')).toEqual({
    isDanger: true,
    isNeutral: false,
    fontWeight: '600',
    mark: '10px',
  });
  await expect(barOf(page, 'Past the milestone')).toHaveAttribute('aria-label', /\+30 d after its milestone/);

  // Removed epics come last in the lane that they were in, with the bar of the snapshot alone.
  const rows = page.locator('[role="treegrid"] [role="row"][data-row]');
  const order = async () =>
    (
      await rows.evaluateAll((all) =>
        all
          .toSorted((one, other) => Number(one.getAttribute('data-row')) - Number(other.getAttribute('data-row')))
          .map((row) => row.querySelector('[role=rowheader] > a')?.textContent ?? ''),
      )
    ).filter((title) => title !== '');
  await expect.poll(order).toContain('Gone');
  const titles = await order();
  expect(titles.slice(titles.indexOf('Within it'))).toEqual(['Within it', 'Gone', 'Other lane', 'Gone from beta']);
  const gone = page.locator('[data-removed]').filter({ has: page.getByText('Gone', { exact: true }) });
  await expect(gone.getByRole('gridcell')).toHaveText('removed');
  await expect(gone.getByRole('img', { name: /^Gone, .*, removed$/ })).toBeVisible();
  await expect(gone.locator('a[data-card]')).toHaveCount(0);
  const [ghost, row] = [await gone.getByTestId('ghost-bar').boundingBox(), await gone.boundingBox()];
  // Where a bar of 16 px would have it.
  expect([ghost?.height, (ghost?.y ?? 0) - (row?.y ?? 0) - (row?.height ?? 0) / 2]).toEqual([3, 9.5]);
  // Rows can be reached by keys.
  await rowOf(page, 'Within it').focus();
  await page.keyboard.press('ArrowDown');
  await expect(gone).toBeFocused();

  // The chip stands at the right of the strip.
  const chip = page.getByRole('status').filter({ hasText: 'Compared with' });
  await expect(chip).toContainText(/^Compared with Q3 plan, [A-Z][a-z]{2} \d{1,2}, \d{4}3 later3 removed$/);
  const strip = page.getByRole('toolbar', { name: 'Summary' });
  const [at, beside] = [await chip.boundingBox(), await strip.boundingBox()];
  expect(Math.abs((at?.y ?? 0) + (at?.height ?? 0) / 2 - (beside?.y ?? 0) - (beside?.height ?? 0) / 2)).toBeLessThan(2);
  expect((at?.x ?? 0) + (at?.width ?? 0)).toBeGreaterThan(1440 - 40);
  expect(at?.x ?? 0).toBeGreaterThanOrEqual(beside?.x ?? 0);
  expect(await axeFindings(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFindings(page, undefined, { isColorsOnly: true })).toEqual([]);

  // A closed epic, and one that only filters or the range leave out, are not removed.
  await page.goto(`/groups/${group}/-/roadmap?compare=${id}&state=opened&${around(-60, 90)}`);
  await expect(page.locator('[data-removed]')).toHaveCount(2);
  await page.goto(`/groups/${group}/-/roadmap?compare=${id}&label_name[]=stage%3A%3Abeta&${around(-60, 90)}`);
  await expect(barOf(page, 'Other lane')).toBeVisible();
  await expect(page.locator('[data-removed]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Stop comparing' }).click();
  await expect(page).not.toHaveURL(/compare=/);
  await expect(chip).toHaveCount(0);

  const small = await someone(browser, 'maren', phone);
  await small.page.goto(`/groups/${group}/-/roadmap?compare=${id}&${lanes}&${around(-60, 90)}`);
  await expect(small.page.getByRole('button', { name: 'Stop comparing' })).toBeVisible();
  await expect(small.page.locator('[data-removed]').first()).toBeVisible();
});

test('RX-SU-06: the popover has the latest update, and a compact row a dot on its day', async ({ browser }) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const path = encodeURIComponent(group);
  const { iid } = await makeEpic(maren, group, { title: 'Told', ...dates(-20, 20) });
  await makeEpic(maren, group, { title: 'Silent', ...dates(-20, 20) });
  const updates = `/groups/${path}/epics/${iid}/status_updates`;
  await maren.call('POST', updates, { health: 'on_track', text: 'First' });
  await maren.call('POST', updates, { health: 'at_risk', text: `${'x'.repeat(140)}tail` });
  const { page } = maren;
  await page.goto(`/groups/${group}/-/roadmap?density=COMPACT&${around(-40, 40)}`);
  const dot = page.getByTestId('update-dot');
  await expect(dot).toHaveCount(1);
  const box = await dot.boundingBox();
  const bar = await barOf(page, 'Told').boundingBox();
  expect([box?.width, box?.height]).toEqual([6, 6]);
  const middle = (box?.x ?? 0) + 3;
  // Today is the 21st of 41 days.
  expect(Math.abs(middle - (bar?.x ?? 0) - ((bar?.width ?? 0) * 20.5) / 41)).toBeLessThan(3);
  expect(Math.abs((box?.y ?? 0) + 3 - (bar?.y ?? 0) - (bar?.height ?? 0) / 2)).toBeLessThan(1.5);
  await barOf(page, 'Told').hover();
  await expect(
    page.getByText(/^Maren [A-Z].*, (now|just now|this minute|\d+ seconds? ago|0 minutes ago)/),
  ).toBeVisible();
  await expect(page.getByText(`${'x'.repeat(140)}…`)).toBeVisible();
  await expect(page.locator('[class*=update]').getByText('At risk')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover({ force: true });
  // Another one moves nothing but its text; rows of full height have no dots.
  await page.goto(`/groups/${group}/-/roadmap?density=COMFORTABLE&${around(-40, 40)}`);
  await barOf(page, 'Told').hover();
  await expect(page.getByText(`${'x'.repeat(140)}…`)).toBeVisible();
  await expect(dot).toHaveCount(0);
});

test('RX-AO-02, RX-AO-03, RX-AO-04: a past day is drawn as it was at its end, says what is not recorded, and is read-only', async ({
  browser,
}) => {
  test.skip(!process.env['MILEPOST_E2E_DATA_DIR'], 'The days pass in the database of the journeys');
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const path = encodeURIComponent(group);
  const { id: groupId } = await maren.call<{ id: number }>('GET', `/groups/${path}`);
  for (const title of ['stage::alpha', 'stage::beta'])
    await maren.call('POST', `/groups/${path}/labels`, { name: title, color: '#1068bf' });
  const milestone = await maren.call<{ id: number }>('POST', `/groups/${path}/milestones`, {
    title: 'GA',
    due_date: day(30),
  });
  const project = await maren.call<{ id: number }>('POST', '/projects', {
    name: 'Code',
    path: 'code',
    namespace_id: groupId,
  });
  const theme = await makeEpic(maren, group, { title: 'Theme', ...dates(-40, 40) });
  const { id: epicId, iid } = await makeEpic(maren, group, { title: 'Before', ...dates(-30, -6) });
  const imported = await makeEpic(maren, group, { title: 'Imported', ...dates(-30, 10) });
  const update = (fields: object) => maren.call('PUT', `/groups/${path}/epics/${iid}`, fields);
  await update({ add_labels: 'stage::alpha' });
  const parent = `mutation($id: WorkItemID!, $widget: WorkItemWidgetHierarchyUpdateInput!) {
    workItemUpdate(input: { id: $id, hierarchyWidget: $widget }) { errors } }`;
  const itemOf = (global: string) => global.replace('Epic', 'WorkItem');
  await maren.ask(parent, { id: itemOf(epicId), widget: { parentId: itemOf(theme.id) } });
  await maren.call('POST', `/groups/${path}/epics/${iid}/status_updates`, { health: 'at_risk', text: 'Late' });
  const issues = [];
  for (const title of ['One', 'Two'])
    issues.push(await maren.call<{ id: number; iid: number }>('POST', `/projects/${project.id}/issues`, { title }));
  for (const issue of issues) await maren.call('POST', `/groups/${path}/epics/${iid}/issues/${issue.id}`);
  await maren.call('PUT', `/projects/${project.id}/issues/${issues[0]?.iid}`, { state_event: 'close' });

  const { pool, close } = await poolOn(process.env['MILEPOST_E2E_DATA_DIR'] ?? '', 1);
  const mine = `(SELECT w.id FROM work_items w JOIN namespaces n ON n.id = w.namespace_id WHERE n.traversal_ids && ARRAY[${groupId}]::bigint[])`;
  try {
    // Three days pass. What is imported is older than its records.
    for (const statement of [
      `ALTER TABLE work_items DISABLE TRIGGER work_items_keep_past`,
      `UPDATE work_items SET created_at = created_at - interval '3 days', recorded_since = recorded_since - interval '3 days',
        closed_at = closed_at - interval '3 days' WHERE id IN ${mine}`,
      `ALTER TABLE work_items ENABLE TRIGGER work_items_keep_past`,
      `UPDATE work_item_past SET until = until - interval '3 days' WHERE work_item_id IN ${mine}`,
      `UPDATE work_item_labels SET added_at = added_at - interval '3 days' WHERE work_item_id IN ${mine}`,
      `UPDATE work_item_rollup_deltas SET changed_on = changed_on - 3 WHERE work_item_id IN ${mine}`,
      `UPDATE work_item_rollup_changes SET changed_on = changed_on - 3 WHERE ancestor_ids && ARRAY${mine}`,
      `UPDATE work_item_rollup_days SET day = day - 3 WHERE work_item_id IN ${mine}`,
      `UPDATE status_updates SET created_at = created_at - interval '3 days' WHERE work_item_id IN ${mine}`,
      `UPDATE work_items SET created_at = created_at - interval '30 days', recorded_since = now() WHERE id = ${imported.id.split('/').at(-1)}`,
    ])
      await pool.query(statement);
  } finally {
    await close();
  }
  await update({
    title: 'After',
    add_labels: 'stage::beta',
    start_date_is_fixed: true,
    start_date_fixed: day(5),
    due_date_is_fixed: true,
    due_date_fixed: day(30),
  });
  await maren.call('POST', `/groups/${path}/epics/${iid}/status_updates`, { health: 'on_track', text: 'Fine' });
  await maren.ask(parent, { id: itemOf(epicId), widget: { parentId: null } });
  await maren.call('PUT', `/projects/${project.id}/issues/${issues[1]?.iid}`, {
    state_event: 'close',
    milestone_id: milestone.id,
  });
  await update({ state_event: 'close' });
  await makeEpic(maren, group, { title: 'Created since', ...dates(-30, 10) });

  const { page } = maren;
  const at = (more: string) => `/groups/${group}/-/roadmap?as_of=${day(-3)}&levels=2&${around(-60, 60)}&${more}`;
  await page.goto(at('density=COMPACT&color_by=HEALTH&group_by=LABEL%3Astage'));
  const then = barOf(page, 'Before');
  await expect(then).toBeVisible();
  await expect(barOf(page, 'After')).toHaveCount(0);
  await expect(barOf(page, 'Created since')).toHaveCount(0);
  // Dates, health, state, progress, and the days overdue by then: six days ago it was due, three days ago it was three late.
  await expect(then).toHaveAttribute('aria-label', /At risk, 50% of issues closed, 3 d overdue$/);
  await expect(rowOf(page, 'Before').last().locator('[data-note="overdue"]')).toHaveText('3 d overdue');
  // Today's line is that of the day.
  const line = page.getByRole('img', { name: `As of ${written(-3)}` });
  await expect(line.first()).toBeVisible();

  // The value of a lane then, and that of a filter.
  await go(page, at('group_by=PARENT'));
  await expect(page.locator('[data-lane]').filter({ hasText: 'Theme' })).toBeVisible();
  await page.goto(at('label_name[]=stage%3A%3Aalpha'));
  await expect(then).toBeVisible();
  const strip = page.getByRole('toolbar', { name: 'Summary' });
  for (const name of ['Overdue 1', 'At risk 1', 'On track 0'])
    await expect(strip.getByRole('button', { name, exact: true })).toBeVisible();
  await go(page, at('label_name[]=stage%3A%3Abeta'));
  await expect(page.getByRole('heading', { name: 'Sorry, no epics matched your search' })).toBeVisible();
  await expect(then).toHaveCount(0);

  // What was never recorded is marked.
  await page.goto(at(''));
  await expect(rowOf(page, 'Imported').getByRole('img', { name: `Recorded since ${written(0)}` })).toBeVisible();
  await expect(page.getByRole('img', { name: /^Recorded since/ })).toHaveCount(1);

  // The banner, and nothing to edit.
  const banner = page.getByTestId('as-of-banner');
  await expect(banner).toContainText(`As of ${written(-3)}`);
  expect((await banner.boundingBox())?.height).toBe(48);
  const bar = barOf(page, 'Imported');
  const box = (await bar.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const sent: string[] = [];
  page.on('request', (request) => {
    if (
      request.method() !== 'GET' &&
      /mutation|persisted/.test(request.postData() ?? '') &&
      !request.url().includes('as_of=')
    )
      sent.push(request.postData() ?? '');
  });
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2, { steps: 5 });
  expect((await bar.boundingBox())?.x).toBe(box.x);
  await page.mouse.up();
  await page.goto(at(''));
  await rowOf(page, 'Imported').focus();
  await page.keyboard.press('Alt+ArrowRight');
  await page.keyboard.press('Control+z');
  expect((await barOf(page, 'Imported').boundingBox())?.x).toBe(box.x);
  await expect(page.getByRole('button', { name: /undo/i })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /new epic/i })).toHaveCount(0);
  const { epic } = (
    await maren.ask<{ group: { epic: { startDate: string } } }>(
      `query($path: ID!, $iid: ID!) { group(fullPath: $path) { epic(iid: $iid) { startDate } } }`,
      { path: group, iid: imported.iid },
    )
  ).group;
  expect(epic.startDate.slice(0, 10)).toBe(day(-30));
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page).not.toHaveURL(/as_of=/);
  await expect(banner).toHaveCount(0);
  await expect(barOf(page, 'After')).toBeVisible();
  await expect(barOf(page, 'Created since')).toBeVisible();
});
