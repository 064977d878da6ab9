// The peek of the roadmap in a real browser: what it shows, its keys, its edits and what it does to the chart.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { axeFindings } from './setup/axe.ts';
import { makeEpic, makeGroup, makeIssue, makeProject, phone, someone, updateEpic, wide } from './setup/people.ts';
import type { MadeEpic, Someone } from './setup/people.ts';

const peek = (page: Page, name: string) => page.getByRole('complementary', { name, exact: true });
const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(title) });
const bar = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}, `) });
const roadmap = (group: string, search = '') => `/groups/${group}/-/roadmap${search}`;
const key = (group: string, iid: string) => `peek=${encodeURIComponent(`${group}&${iid}`)}`;
/** The value of a field, by its name. */
const field = (panel: Locator, name: string) =>
  panel
    .locator('section')
    .filter({ has: panel.page().getByRole('heading', { name, exact: true }) })
    .last();

/** A day from today, as the API has it. */
function day(offset: number): string {
  return new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
}

/** "Jan 1, 2030". */
const printed = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));

const number = ({ id }: { id: string | number }) => String(id).split('/').at(-1);

/** Epics side by side, each a day later. */
async function makeEpics(by: Someone, group: string, titles: readonly string[]): Promise<MadeEpic[]> {
  const epics: MadeEpic[] = [];
  for (const [index, title] of titles.entries())
    epics.push(await makeEpic(by, group, { title, startDateFixed: day(index - 10), dueDateFixed: day(20 + index) }));
  return epics;
}

async function link(by: Someone, group: string, from: MadeEpic, to: MadeEpic, lagDays = 0): Promise<void> {
  const path = `/groups/${encodeURIComponent(group)}/epics/${from.iid}/related_epics`;
  const target = { target_group_id: group, target_epic_iid: Number(to.iid), link_type: 'blocks' };
  await by.call('POST', path, { ...target, lag_days: lagDays });
}

test('RX-PK-02, RX-PK-03: the peek is 480 px wide and not modal, with a head of 48 px; the address names its epic, and Back closes it', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  await makeEpics(maren, group, ['First', 'Second']);
  const { page } = maren;
  await page.goto('/search');
  await page.goto(roadmap(group));
  await bar(page, 'First').click();
  const first = peek(page, 'First');
  await expect(first.getByRole('heading', { level: 2, name: 'First' })).toBeVisible();
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  expect(await first.boundingBox()).toMatchObject({ x: 960, width: 480 });
  const head = first.locator('> div').filter({ has: page.getByRole('button', { name: 'Close' }) });
  expect((await head.boundingBox())?.height).toBe(48);
  const parts = await head.locator('button, a, span').evaluateAll((all) =>
    all
      .filter((each) => each.checkVisibility())
      .filter((each) => each.matches('button, a') || /&\d+$/.test(each.textContent))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent),
  );
  expect(parts).toEqual(['Close', 'Previous item', 'Next item', `${group}&1`, 'Copy link', 'Epic actions', 'Open']);
  // Not modal: the page behind can be used, and its rows reached.
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page).toHaveURL(roadmap(group, `?${key(group, '1')}`));
  // One step for opening, none for another epic.
  await bar(page, 'Second').click();
  await expect(peek(page, 'Second').getByRole('heading', { level: 2, name: 'Second' })).toBeVisible();
  await expect(page).toHaveURL(roadmap(group, `?${key(group, '2')}`));
  await page.goBack();
  await expect(page).toHaveURL(roadmap(group));
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/search');
  // The address alone opens it.
  await page.goto(roadmap(group, `?${key(group, '2')}`));
  await expect(peek(page, 'Second').getByRole('heading', { level: 2, name: 'Second' })).toBeVisible();
});

test('RX-PK-04: the peek shows state, health, age, owners, dates, milestone, labels, progress, links with gaps, four children and the latest update', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const project = await makeProject(maren, group);
  const [one, early, late] = await makeEpics(maren, group, ['Harbor', 'Too soon', 'In time']);
  if (!one || !early || !late) throw new Error('Epics are missing');
  await updateEpic(maren, group, early.iid, { startDateFixed: day(10), dueDateFixed: day(50) });
  await updateEpic(maren, group, late.iid, { startDateFixed: day(46), dueDateFixed: day(50) });
  await link(maren, group, one, early);
  await link(maren, group, one, late);
  const { user } = await maren.ask<{ user: { id: string; name: string } }>('{ user: currentUser { id name } }');
  const milestone = await maren.call<{ id: number }>('POST', `/groups/${encodeURIComponent(group)}/milestones`, {
    title: 'Spring release',
  });
  const errors = await maren.ask(
    'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
    {
      input: {
        id: `gid://gitlab/WorkItem/${number(one)}`,
        assigneesWidget: { assigneeIds: [user.id] },
        milestoneWidget: { milestoneId: `gid://gitlab/Milestone/${milestone.id}` },
      },
    },
  );
  expect(errors).toEqual({ workItemUpdate: { errors: [] } });
  await maren.call('PUT', `/groups/${encodeURIComponent(group)}/epics/${one.iid}`, { add_labels: 'area::quay' });
  for (const text of ['Early words', 'Piles are driven'])
    await maren.ask(
      'mutation ($input: EpicStatusUpdateCreateInput!) { epicStatusUpdateCreate(input: $input) { errors } }',
      { input: { epicId: one.id, health: 'needsAttention', text } },
    );
  for (const at of [1, 2, 3, 4, 5, 6]) {
    const issue = await makeIssue(maren, project, { title: `Step ${at}`, epic_id: Number(number(one)), weight: at });
    if (at < 3)
      await maren.call('PUT', `/projects/${encodeURIComponent(project)}/issues/${issue.iid}`, { state_event: 'close' });
  }
  const { page } = maren;
  await page.goto(roadmap(group, `?${key(group, one.iid)}`));
  const panel = peek(page, 'Harbor');
  await expect(panel.getByText('Open', { exact: true }).first()).toBeVisible();
  await expect(panel.getByText(/^Updated (just now|\d+ seconds? ago|.* ago|now)$/)).toBeVisible();
  await expect(field(panel, 'Health status')).toContainText('Needs attention');
  await expect(field(panel, 'Owner')).toContainText(user.name);
  const dates = field(panel, 'Dates');
  await expect(dates.getByRole('textbox', { name: 'Start date' })).toHaveValue(day(-10));
  await expect(dates.getByRole('textbox', { name: 'Due date' })).toHaveValue(day(20));
  await expect(dates).toContainText('20 d left');
  await expect(field(panel, 'Milestone')).toContainText('Spring release');
  await expect(field(panel, 'Labels')).toContainText('quay');
  await expect(field(panel, 'Progress')).toContainText('14%');
  await expect(field(panel, 'Progress')).toContainText('3 of 21 weight closed');
  const links = panel.getByRole('region', { name: 'Linked items' });
  await expect(links.getByRole('listitem').filter({ hasText: 'In time' })).toContainText('Starts 26 d after');
  await expect(links.getByRole('listitem').filter({ hasText: 'Too soon' })).toContainText('Starts 10 d early');
  const tree = panel.getByRole('tree');
  await expect(tree.getByRole('treeitem')).toHaveCount(4);
  const update = panel.getByRole('region', { name: 'Latest status update' });
  await expect(update).toContainText('Piles are driven');
  await expect(update).not.toContainText('Early words');
  expect(await axeFindings(page)).toEqual([]);
  await panel.getByRole('button', { name: '2 more' }).click();
  await expect(tree.getByRole('treeitem')).toHaveCount(6);
});

test('RX-PK-05: owners, dates, health, milestone and labels are edited in place, each one step of undo, and the chart follows', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const owner = encodeURIComponent(group);
  await makeEpics(maren, group, ['Harbor']);
  await maren.call('POST', `/groups/${owner}/milestones`, { title: 'Spring release' });
  await maren.call('POST', `/groups/${owner}/labels`, { name: 'quay', color: '#217645' });
  const { user } = await maren.ask<{ user: { name: string } }>('{ user: currentUser { name } }');
  const { page } = maren;
  await page.goto(roadmap(group, `?${key(group, '1')}&color_by=HEALTH&show_labels=true`));
  const panel = peek(page, 'Harbor');
  await expect(panel.getByRole('heading', { level: 2, name: 'Harbor' })).toBeVisible();
  const read = async () => {
    const { group: of } = await maren.ask<{ group: { epic: Record<string, unknown> } }>(
      `{ group(fullPath: "${group}") { epic(iid: 1) { dueDate startDate healthStatus { own } milestone { title }
         labels { nodes { title } } assignees { nodes { name } } } } }`,
    );
    return JSON.stringify(of.epic);
  };
  const before = await read();
  const choose = async (name: string, option: string | RegExp, closes = false) => {
    await panel.getByRole('button', { name: `Edit ${name}` }).click();
    await page.getByRole('option', { name: option }).click();
    if (closes) await page.keyboard.press('Escape');
  };
  await choose('Health status', 'At risk');
  await expect(bar(page, 'Harbor')).toHaveAccessibleName(/At risk/);
  await choose('Owners', new RegExp(user.name), true);
  await expect(field(panel, 'Owner')).toContainText(user.name);
  await choose('Milestone', 'Spring release');
  await expect(field(panel, 'Milestone')).toContainText('Spring release');
  await choose('Labels', 'quay', true);
  await expect(row(page, 'Harbor').getByText('quay')).toBeVisible();
  // A day of the calendar is saved when it is chosen; the bar gets longer.
  const { width = 0 } = (await bar(page, 'Harbor').boundingBox()) ?? {};
  await panel.getByRole('textbox', { name: 'Due date' }).fill(day(34));
  await expect.poll(async () => (await bar(page, 'Harbor').boundingBox())?.width).toBeGreaterThan(width + 5);
  await expect.poll(read).toContain(day(34));
  const after = await read();
  for (const text of ['atRisk', 'Spring release', 'quay', user.name]) expect(after).toContain(text);
  // Undone in the opposite order, one step each.
  await panel.focus();
  const gone = [day(34), 'quay', 'Spring release', user.name, 'atRisk'];
  for (const text of gone) {
    await page.keyboard.press('Control+z');
    await expect.poll(read).not.toContain(text);
  }
  expect(await read()).toBe(before);
  await expect(bar(page, 'Harbor')).not.toHaveAccessibleName(/At risk/);
});

test('RX-PK-06: beside the peek the chart keeps its scale and shows today at a third; row and bar are marked, and crossed notes hidden', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const project = await makeProject(maren, group);
  const epics = await makeEpics(maren, group, ['Harbor', 'Between', 'Quay']);
  const [one, between, other] = epics as [MadeEpic, MadeEpic, MadeEpic];
  // The note of the bar between stands where the line of the two others passes.
  await updateEpic(maren, group, one.iid, { startDateFixed: day(-20), dueDateFixed: day(20) });
  await updateEpic(maren, group, between.iid, { startDateFixed: day(-19), dueDateFixed: day(20) });
  await updateEpic(maren, group, other.iid, { startDateFixed: day(-18), dueDateFixed: day(60) });
  await updateEpic(maren, group, other.iid, { startDateFixed: day(30) });
  await link(maren, group, one, other);
  for (const epic of [one, between])
    await makeIssue(maren, project, { title: 'Work', epic_id: Number(number(epic)), weight: 1 });
  const { page } = maren;
  await page.goto(roadmap(group, '?color_by=HEALTH&density=COMPACT&sort=START_DATE_ASC&layout=MONTHS'));
  await expect(row(page, 'Between').locator('[data-note]').first()).toBeVisible();
  const chart = page.locator('[data-scroller]');
  const look = () =>
    chart.evaluate((element) => {
      const side = element.querySelector('[role=rowheader]')?.getBoundingClientRect().width ?? 0;
      const line = document.querySelector('[data-today]')?.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const cell = element.querySelector('[role=columnheader]:nth-of-type(2)')?.getBoundingClientRect().width;
      return {
        scroll: element.scrollLeft,
        width: element.clientWidth,
        today: line ? (line.x + line.width / 2 - box.x - side) / (element.clientWidth - side) : null,
        cell,
        bars: [...element.querySelectorAll('[data-card^="epic:"]')].map((each) => each.getBoundingClientRect().width),
      };
    });
  const before = await look();
  await bar(page, 'Harbor').click();
  await expect(peek(page, 'Harbor').getByRole('heading', { level: 2, name: 'Harbor' })).toBeVisible();
  await expect.poll(async () => (await look()).width).toBe(before.width - 480);
  const beside = await look();
  expect(beside.bars).toEqual(before.bars);
  expect(beside.cell).toBe(before.cell);
  expect(beside.today).toBeGreaterThan(0.32);
  expect(beside.today).toBeLessThan(0.35);
  const marked = await row(page, 'Harbor').evaluate((element) => {
    const side = getComputedStyle(element.querySelector('[role=rowheader]') as Element);
    const outline = getComputedStyle(element.querySelector('[data-card^="epic:"]') as Element);
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.cssText = 'background: var(--surface-selected); outline: 2px solid var(--focus); color: var(--accent)';
    const wanted = getComputedStyle(probe);
    const { backgroundColor, outlineColor, color } = wanted;
    probe.remove();
    return {
      surface: side.backgroundColor === backgroundColor,
      edge: side.boxShadow.includes(color) && side.boxShadow.includes('3px 0px 0px 0px inset'),
      ring: outline.outlineStyle === 'solid' && outline.outlineColor === outlineColor,
    };
  });
  expect(marked).toEqual({ surface: true, edge: true, ring: true });
  await expect(page.locator('svg[data-dependencies="1"]')).toBeAttached();
  await expect(row(page, 'Between').locator('[data-note]').first()).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect.poll(async () => (await look()).scroll).toBe(before.scroll);
  await expect(row(page, 'Between').locator('[data-note]').first()).toBeVisible();
});

test('RX-PK-07, RX-KB-04: keys open the peek, go through the rows past headers and pages, and return to the row; the palette has the tools', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const titles = Array.from({ length: 60 }, (_, at) => `Epic ${String(at + 1).padStart(3, '0')}`);
  const aliases = titles.map(
    (title, at) =>
      `e${at}: createEpic(input: { groupPath: "${group}", title: "${title}", startDateIsFixed: true, startDateFixed: "${day(-5)}", dueDateIsFixed: true, dueDateFixed: "${day(20)}" }) { errors }`,
  );
  for (let at = 0; at < aliases.length; at += 20)
    await maren.ask(`mutation { ${aliases.slice(at, at + 20).join(' ')} }`);
  const { page } = maren;
  await page.goto(roadmap(group, '?sort=TITLE_ASC'));
  await row(page, 'Epic 001').focus();
  await page.keyboard.press('Enter');
  await expect(peek(page, 'Epic 001')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(peek(page, 'Epic 002')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(peek(page, 'Epic 001')).toBeVisible();
  // Beyond the first page of 50.
  await page.goto(roadmap(group, `?sort=TITLE_ASC&${key(group, '46')}`));
  await peek(page, 'Epic 046').focus();
  for (const next of ['047', '048', '049', '050', '051', '052', '053']) {
    await expect(async () => {
      // Pressed again only where the next page was still to come.
      await page.keyboard.press('ArrowDown');
      await expect(peek(page, `Epic ${next}`)).toBeVisible({ timeout: 5000 });
    }).toPass();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(row(page, 'Epic 053')).toBeFocused();

  // Lane headers are skipped.
  await maren.ask('mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }', {
    input: {
      id: (
        await maren.ask<{ group: { epic: { id: string } } }>(`{ group(fullPath: "${group}") { epic(iid: 7) { id } } }`)
      ).group.epic.id.replace('Epic', 'WorkItem'),
      healthStatusWidget: { healthStatus: 'atRisk' },
    },
  });
  await page.goto(roadmap(group, '?sort=TITLE_ASC&group_by=HEALTH'));
  await row(page, 'Epic 007').focus();
  await page.keyboard.press('Enter');
  await expect(peek(page, 'Epic 007')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(peek(page, 'Epic 001')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, 'Epic 001')).toBeFocused();

  // Ctrl with Enter opens the page.
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(`/groups/${group}/-/epics/1`);
  await page.goto(roadmap(group, '?timeframe_range_type=THREE_YEARS&layout=QUARTERS'));
  await expect(row(page, 'Epic 001')).toBeVisible();
  const columns = () => page.locator('[role=columnheader]:not(:first-child)').allTextContents();
  for (const [pressed, layout] of [
    ['1', 'WEEKS'],
    ['2', 'MONTHS'],
    ['3', 'QUARTERS'],
    ['4', 'YEARS'],
  ] as const) {
    await expect(async () => {
      await page.keyboard.press(pressed);
      await expect(page).toHaveURL(new RegExp(`layout=${layout}`), { timeout: 2000 });
    }).toPass();
  }
  const asYears = (await columns()).join();
  await page.keyboard.press('+');
  await expect.poll(async () => (await columns()).join()).not.toBe(asYears);
  await page.keyboard.press('-');
  await expect.poll(async () => (await columns()).join()).toBe(asYears);
  await page.keyboard.press('0');
  await expect(page).not.toHaveURL(/layout=YEARS/);

  // The palette has what the toolbar has.
  const run = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill(text);
    await page
      .getByRole('option', { name: new RegExp(`^${text}`) })
      .first()
      .click();
  };
  await run('Group by');
  await expect(page.getByRole('menu', { name: 'Group by' })).toBeVisible();
  await page.keyboard.press('Escape');
  await run('Color by');
  await expect(page.getByRole('menu', { name: 'Color by' })).toBeVisible();
  await page.keyboard.press('Escape');
  await run('Expand: All');
  await expect(page).toHaveURL(/levels=ALL/);
  await run('Density: Compact');
  await expect(page).toHaveURL(/density=COMPACT/);
  await run('Export');
  await expect(page.getByRole('menu', { name: 'Export' })).toBeVisible();
  await page.keyboard.press('Escape');
  await run('Roadmap settings');
  await expect(page.getByRole('dialog', { name: 'Roadmap settings' })).toBeVisible();
  await page.keyboard.press('Escape');

  // All keys are listed under ?, and can be switched off.
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const title of [
    'Open the epic in the side peek',
    'Open the epic',
    'Zoom in',
    'Zoom out',
    'Weeks',
    'Years',
    'Undo',
  ])
    await expect(help.getByText(title, { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Escape');
  // Of an account that no other journey uses.
  const other = await someone(browser, 'lena', wide);
  const choose = (isOn: boolean) =>
    other.context.request.put('/-/profile.json', { headers: other.headers, data: { keyboard_shortcuts: isOn } });
  expect((await choose(false)).ok()).toBe(true);
  try {
    await other.page.goto(roadmap(group, '?timeframe_range_type=THREE_YEARS&layout=QUARTERS'));
    await expect(row(other.page, 'Epic 001')).toBeVisible();
    await other.page.keyboard.press('1');
    await other.page.keyboard.press('?');
    await other.page.waitForTimeout(500);
    await expect(other.page).toHaveURL(/layout=QUARTERS/);
    await expect(other.page.getByRole('dialog')).toHaveCount(0);
  } finally {
    await choose(true);
  }
});

test('RX-PK-08: an epic that is deleted while peeked says so and leaves the list; one that cannot be seen opens nothing', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  await makeEpics(maren, group, ['Harbor', 'Quay']);
  const secret = await makeEpic(maren, group, { title: 'Secret', confidential: true });
  const { page } = maren;
  await page.goto(roadmap(group));
  await bar(page, 'Harbor').click();
  await expect(peek(page, 'Harbor').getByRole('heading', { level: 2, name: 'Harbor' })).toBeVisible();
  await maren.call('DELETE', `/groups/${encodeURIComponent(group)}/epics/1`);
  await expect(page.getByRole('complementary').getByText('This epic is no longer available')).toBeVisible();
  await expect(row(page, 'Harbor')).toHaveCount(0);
  await expect(row(page, 'Quay')).toBeVisible();

  const visitor = await someone(browser, null, wide);
  await visitor.page.goto(roadmap(group, `?${key(group, '2')}`));
  await expect(peek(visitor.page, 'Quay').getByRole('heading', { level: 2, name: 'Quay' })).toBeVisible();
  await updateEpic(maren, group, '2', { confidential: true });
  await expect(visitor.page.getByRole('complementary').getByText('This epic is no longer available')).toBeVisible();
  await expect(row(visitor.page, 'Quay')).toHaveCount(0);
  for (const iid of [secret.iid, '99']) {
    await visitor.page.goto(roadmap(group, `?${key(group, iid)}`));
    await expect(visitor.page).toHaveURL(roadmap(group));
    await expect(visitor.page.getByRole('complementary')).toHaveCount(0);
  }
});

test('RX-PK-09: a change of somebody else is shown in place; a field that is being edited is not overwritten, and the question names them and both values', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  await makeEpics(maren, group, ['Harbor']);
  const tomas = await someone(browser, 'tomas', wide);
  const { user } = await tomas.ask<{ user: { id: string; name: string } }>('{ user: currentUser { id name } }');
  await maren.call('POST', `/groups/${encodeURIComponent(group)}/members`, {
    user_id: Number(number(user)),
    access_level: 50,
  });
  const { page } = maren;
  await page.goto(roadmap(group, `?${key(group, '1')}`));
  const panel = peek(page, 'Harbor');
  const due = panel.getByRole('textbox', { name: 'Due date' });
  await expect(due).toHaveValue(day(20));
  await updateEpic(tomas, group, '1', { dueDateFixed: day(22) });
  await expect(due).toHaveValue(day(22));
  await expect(panel.getByText('22 d left')).toBeVisible();

  // While it is edited, it stays as it was; the save is refused.
  await due.focus();
  await updateEpic(tomas, group, '1', { dueDateFixed: day(24) });
  await expect(panel.getByText('24 d left')).toBeVisible();
  await expect(due).toHaveValue(day(22));
  await due.fill(day(30));
  const question = page.getByRole('dialog', { name: 'Overwrite the change of somebody else?' });
  await expect(question).toContainText(
    `${user.name} changed Due date to ${printed(day(24))} meanwhile. Your value is ${printed(day(30))}.`,
  );
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(due).toHaveValue(day(24));

  const owners = async (ids: string[]) => {
    const { group: of } = await tomas.ask<{ group: { epic: { id: string } } }>(
      `{ group(fullPath: "${group}") { epic(iid: 1) { id } } }`,
    );
    await tomas.ask('mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }', {
      input: { id: of.epic.id.replace('Epic', 'WorkItem'), assigneesWidget: { assigneeIds: ids } },
    });
  };
  const own = await maren.ask<{ user: { name: string } }>('{ user: currentUser { name } }');
  await panel.getByRole('button', { name: 'Edit Owners' }).click();
  await page.getByRole('option', { name: new RegExp(own.user.name) }).click();
  await owners([user.id]);
  await page.keyboard.press('Escape');
  await expect(question).toContainText(`${user.name} changed Owner`);
  await expect(question).toContainText(`to ${user.name} meanwhile. Your value is ${own.user.name}.`);
  await question.getByRole('button', { name: 'Overwrite' }).click();
  await expect(question).toHaveCount(0);
  await expect(field(panel, 'Owner')).toContainText(own.user.name);
});

test('RX-PK-10: on a phone the peek is a sheet of 88 % of the height, closed by dragging down or its button, and moves the epic to a lane', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { ...phone, colorScheme: 'dark' });
  const group = await makeGroup(maren);
  await makeEpics(maren, group, ['Harbor', 'Quay']);
  const owner = encodeURIComponent(group);
  await maren.call('PUT', `/groups/${owner}/epics/1`, { add_labels: 'stage::alpha' });
  await maren.call('PUT', `/groups/${owner}/epics/2`, { add_labels: 'stage::beta' });
  const { page } = maren;
  await page.goto(roadmap(group, '?group_by=LABEL:stage'));
  const open = async () => {
    await row(page, 'Harbor').getByRole('link', { name: 'Harbor', exact: true }).tap();
    const sheet = peek(page, 'Harbor');
    await expect(sheet.getByRole('heading', { level: 2, name: 'Harbor' })).toBeVisible();
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
    return sheet;
  };
  const sheet = await open();
  const box = await sheet.boundingBox();
  expect(box).toMatchObject({ x: 0, width: 390 });
  expect(box?.height).toBeCloseTo(844 * 0.88, 0);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(844, 0);
  expect(await axeFindings(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toHaveCount(0);

  // A short drag returns, a longer one closes.
  await open();
  const drag = async (distance: number) => {
    const at = (await sheet.boundingBox())?.y ?? 0;
    await page.mouse.move(195, at + 6);
    await page.mouse.down();
    await page.mouse.move(195, at + 6 + distance / 2, { steps: 4 });
    await page.mouse.move(195, at + 6 + distance, { steps: 4 });
    await page.mouse.up();
  };
  await drag(40);
  await expect.poll(async () => (await sheet.boundingBox())?.y).toBeCloseTo(box?.y ?? 0, 0);
  await drag(200);
  await expect(sheet).toHaveCount(0);

  await open();
  await sheet.getByRole('button', { name: 'Move to lane…' }).tap();
  await page.getByRole('menuitem', { name: 'beta' }).tap();
  await expect(field(sheet, 'Labels')).toContainText('beta');
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(page.getByRole('row', { name: /^stage beta, 2 epics/ })).toBeVisible();
});

test('RX-DP-06: the lag of a link is 0 at first and up to 365 whole days; it is edited in the list of linked items and in the popover of its line, and is in both APIs', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const [one, other] = (await makeEpics(maren, group, ['Harbor', 'Quay'])) as [MadeEpic, MadeEpic];
  await updateEpic(maren, group, one.iid, { startDateFixed: day(-10), dueDateFixed: day(5) });
  await updateEpic(maren, group, other.iid, { startDateFixed: day(14), dueDateFixed: day(30) });
  const path = `/groups/${encodeURIComponent(group)}/epics/${one.iid}/related_epics`;
  const target = { target_group_id: group, target_epic_iid: Number(other.iid), link_type: 'blocks' };
  const made = await maren.call<{ id: number; lag_days: number }>('POST', path, target);
  expect(made.lag_days).toBe(0);
  /** As REST and GraphQL have it. */
  const read = async () => {
    const [linked] = await maren.call<{ lag_days: number }[]>('GET', path);
    const { group: of } = await maren.ask<{
      group: { epic: { linkedWorkItems: { nodes: { lagDays: number }[] } } };
    }>(`{ group(fullPath: "${group}") { epic(iid: 1) { linkedWorkItems { nodes { lagDays } } } } }`);
    return [linked?.lag_days, of.epic.linkedWorkItems.nodes[0]?.lagDays];
  };
  expect(await read()).toEqual([0, 0]);

  const { page } = maren;
  await page.goto(roadmap(group, `?show_dependencies=true&${key(group, '1')}`));
  const lag = (place: Locator) => place.getByRole('button', { name: /Lag in days of the link with “Quay”/ });
  /** Types what is refused, then what is saved. */
  const edit = async (place: Locator, days: string) => {
    await lag(place).click();
    const input = place.getByRole('spinbutton', { name: 'Lag in days of the link with “Quay”' });
    for (const wrong of ['366', '-1', '1.5']) {
      await input.fill(wrong);
      await input.press('Enter');
      await expect(place.getByRole('alert')).toHaveText('Enter whole days from 0 to 365.');
    }
    await input.fill(days);
    await input.press('Enter');
    await expect(input).toHaveCount(0);
  };
  const list = peek(page, 'Harbor').getByRole('region', { name: 'Linked items' });
  // Without progress, none is requested.
  await expect(lag(list)).toHaveText('Add lag');
  await edit(list, '5');
  await expect(lag(list)).toHaveText('+5 d');
  expect(await read()).toEqual([5, 5]);

  const line = page.locator('path[data-hit]');
  await expect(line).toHaveCount(1);
  const point = await line.evaluate((element) => {
    const drawn = element as SVGPathElement;
    const { x, y } = drawn.getPointAtLength(drawn.getTotalLength() / 2);
    const at = new DOMPoint(x, y).matrixTransform(drawn.getScreenCTM() ?? undefined);
    return { x: at.x, y: at.y };
  });
  await page.mouse.click(point.x, point.y);
  const popover = page.getByRole('dialog', { name: '1 dependency' });
  await expect(lag(popover)).toHaveText('+5 d');
  await edit(popover, '365');
  await expect(lag(popover)).toHaveText('+365 d');
  expect(await read()).toEqual([365, 365]);
  await expect(lag(list)).toHaveText('+365 d');
  await edit(popover, '0');
  await expect(lag(popover)).toHaveText('Add lag');

  // The APIs write it, and refuse what the fields refuse.
  expect(await maren.call('PUT', `${path}/${made.id}`, { lag_days: 12 })).toMatchObject({ lag_days: 12 });
  expect(await read()).toEqual([12, 12]);
  const update = async (lagDays: number) => {
    const { workItemLinkUpdate } = await maren.ask<{ workItemLinkUpdate: { errors: string[] } | null }>(
      'mutation ($input: WorkItemLinkUpdateInput!) { workItemLinkUpdate(input: $input) { errors } }',
      {
        input: {
          id: `gid://gitlab/WorkItem/${number(one)}`,
          linkedItemId: `gid://gitlab/WorkItem/${number(other)}`,
          lagDays,
        },
      },
    );
    return workItemLinkUpdate?.errors;
  };
  expect(await update(30)).toEqual([]);
  for (const wrong of [366, -1]) expect((await update(wrong))?.[0]).toContain('must be from 0 to 365 whole days');
  for (const wrong of [366, -1, 1.5]) {
    const { headers } = maren;
    const sent = { headers, data: { lag_days: wrong } };
    expect((await maren.context.request.put(`/api/v4${path}/${made.id}`, sent)).status()).toBe(400);
  }
  expect(await read()).toEqual([30, 30]);
  await expect(lag(list)).toHaveText('+30 d');
});

for (const [name, options] of [
  ['wide', wide],
  ['phone', phone],
] as const) {
  test(`${name}: nothing moves while a peek opens that was never opened before`, async ({ browser }) => {
    const { page } = await someone(browser, 'maren', options);
    await page.goto('/groups/tidewater/-/roadmap?view=overview');
    await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => {
      const all = globalThis as unknown as { shifts: string[] };
      all.shifts = [];
      interface Shift extends PerformanceEntry {
        value: number;
        sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
      }
      let isNarrow = false;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as Shift[]) {
          // Fractions of a pixel are not visible.
          if (entry.value < 0.000_1) continue;
          // The page beside the peek becomes narrower, once and as designed. How long after the click depends on the machine.
          const isDesigned =
            !isNarrow &&
            entry.sources.every(
              ({ node, previousRect, currentRect }) =>
                !node?.parentElement?.closest('aside') && previousRect.y === currentRect.y,
            );
          isNarrow ||= isDesigned;
          const parts = entry.sources.map(({ node }) => (node as Element).outerHTML?.slice(0, 90));
          if (!isDesigned) all.shifts.push(`${entry.value} ${parts.join()}`);
        }
      }).observe({ type: 'layout-shift' });
    });
    await page
      .getByRole('row', { name: /Catch the next boat/ })
      .getByRole('link')
      .first()
      .click();
    const panel = peek(page, 'Catch the next boat without waiting');
    await expect(panel.getByRole('tree')).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Activity' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });
}
