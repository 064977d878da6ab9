// Everything that dragging does on the roadmap, by keys and by taps of a finger.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { datesOf, makeEpic, makeGroup, phone, someone, type Someone, wide } from './setup/people.ts';

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const row = (page: Page, title: string) => page.getByRole('row', { name: new RegExp(`^${title}`) });
const titleOf = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });

/** Two lanes with an epic each, an epic far away, and one without dates. */
async function makePlan(maren: Someone): Promise<string> {
  const group = await makeGroup(maren);
  const owner = `/groups/${encodeURIComponent(group)}/epics`;
  await makeEpic(maren, group, { title: 'Harbor', startDateFixed: day(-10), dueDateFixed: day(20) });
  await makeEpic(maren, group, { title: 'Quay', startDateFixed: day(-5), dueDateFixed: day(30) });
  await makeEpic(maren, group, { title: 'Idea' });
  await makeEpic(maren, group, { title: 'Far away', startDateFixed: day(1800), dueDateFixed: day(1900) });
  await maren.call('PUT', `${owner}/1`, { add_labels: 'stage::alpha' });
  await maren.call('PUT', `${owner}/2`, { add_labels: 'stage::beta' });
  return group;
}

const roadmap = (group: string, layout: string) =>
  `/groups/${group}/-/roadmap?state=opened&range_from=${day(-30)}&range_to=${day(300)}&layout=${layout}` +
  '&group_by=LABEL:stage&show_minimap=true';

/** What is read from the server: labels, and whom an epic blocks. */
async function read(maren: Someone, group: string, iid: number) {
  const owner = `/groups/${encodeURIComponent(group)}/epics/${iid}`;
  const [epic, links] = await Promise.all([
    maren.call<{ labels: string[] }>('GET', owner),
    maren.call<{ title: string; link_type: string }[]>('GET', `${owner}/related_epics`),
  ]);
  return { labels: epic.labels, links: links.map(({ title, link_type }) => `${link_type} ${title}`) };
}

const newEpic = async (maren: Someone, group: string, title: string) => {
  const epics = await maren.call<{ title: string; start_date: string | null; due_date: string | null }[]>(
    'GET',
    `/groups/${encodeURIComponent(group)}/epics`,
  );
  return epics.find((epic) => epic.title === title);
};

test('RX-KB-07: bars, lanes, undated and new epics, connecting, zoom, minimap and presentation have a way by keys and one by taps on a phone', async ({
  browser,
}) => {
  await test.step('by keys', () => expectKeys(browser));
  await test.step('by taps', () => expectTaps(browser));
});

async function expectKeys(browser: Browser): Promise<void> {
  const maren = await someone(browser, 'maren', wide);
  const group = await makePlan(maren);
  const { page } = maren;
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false }));
  await page.goto(roadmap(group, 'WEEKS'));
  const harbor = row(page, 'Harbor');
  await harbor.focus();

  // Dragging by keys is loaded with the first focus.
  await page.waitForLoadState('networkidle');

  // A bar, and each of its ends.
  for (const key of ['Alt+ArrowRight', 'Alt+Shift+ArrowRight', 'Alt+Shift+ArrowUp']) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
  await expect.poll(() => datesOf(maren, group, '1')).toEqual([day(-10), day(22)]);

  // To another lane.
  await harbor.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(maren, group, 1)).labels).toEqual(['stage::beta']);

  // To another epic.
  await expect(page.getByRole('row', { name: /^stage beta, 2 epics/ })).toBeVisible();
  await harbor.focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Blocks…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Epic that “Harbor” blocks' })).toBeVisible();
  await page.keyboard.type('Quay');
  await expect(page.getByRole('option', { name: /Quay/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await read(maren, group, 1)).links).toEqual(['blocks Quay']);

  // A new bar.
  await harbor.focus();
  await page.keyboard.press('n');
  await page.keyboard.type('Drawn by keys');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await newEpic(maren, group, 'Drawn by keys'))?.due_date ?? null).not.toBeNull();

  // An undated epic.
  await page.getByRole('button', { name: 'Undated (1)' }).press('Enter');
  await page.getByRole('button', { name: 'Place “Idea” on the timeline' }).press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => datesOf(maren, group, '3')).not.toContain(null);

  // Zoom, the minimap and the presentation.
  await harbor.focus();
  await page.keyboard.press('2');
  await expect(page).toHaveURL(/layout=MONTHS/);
  await page.keyboard.press('+');
  await expect(page).toHaveURL(/layout=WEEKS/);
  const frame = page.getByRole('slider', { name: 'Visible dates' });
  const before = Number(await frame.getAttribute('aria-valuenow'));
  await frame.press('ArrowRight');
  await expect.poll(async () => Number(await frame.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  await page.getByRole('button', { name: /^Export/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Present' }).press('Enter');
  const slides = page.getByRole('dialog', { name: 'Presentation' });
  await expect(slides.getByRole('status')).toContainText('Page 1 of 2');
  await page.keyboard.press('ArrowRight');
  await expect(slides.getByRole('status')).toContainText('Page 2 of 2');
  await page.keyboard.press('Escape');
  await expect(slides).toHaveCount(0);
}

async function expectTaps(browser: Browser): Promise<void> {
  const maren = await someone(browser, 'maren', phone);
  const group = await makePlan(maren);
  const { page } = maren;
  await page.goto(roadmap(group, 'MONTHS'));
  const session = await page.context().newCDPSession(page);
  const settled = () =>
    page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const openPeek = async () => {
    await titleOf(page, 'Harbor').first().tap();
    const sheet = page.getByRole('complementary', { name: 'Harbor', exact: true });
    await expect(sheet.getByRole('heading', { level: 2, name: 'Harbor' })).toBeVisible();
    await settled();
    return sheet;
  };

  // The dates of a bar.
  const sheet = await openPeek();
  await sheet.getByRole('textbox', { name: 'Due date' }).tap();
  const days = page.getByRole('dialog', { name: 'Choose date' });
  await days.getByRole('button', { name: 'Next month' }).tap();
  await days.getByRole('gridcell').filter({ hasText: /^15$/ }).first().tap();
  await expect.poll(async () => (await datesOf(maren, group, '1'))[1]).toMatch(/-15$/);

  // Its lane, and what it blocks.
  await sheet.getByRole('button', { name: 'Move to lane…' }).tap();
  await page.getByRole('menuitem', { name: 'beta' }).tap();
  await expect.poll(async () => (await read(maren, group, 1)).labels).toEqual(['stage::beta']);
  await sheet.getByRole('button', { name: 'Dependencies…' }).tap();
  await page.getByRole('menuitem', { name: 'Blocks…' }).tap();
  await page.getByRole('option', { name: /Quay/ }).tap();
  await expect.poll(async () => (await read(maren, group, 1)).links).toEqual(['blocks Quay']);
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await expect(sheet).toHaveCount(0);

  // An undated epic.
  await page.getByRole('button', { name: 'Undated (1)' }).tap();
  await page.getByRole('button', { name: 'Place “Idea” on the timeline' }).tap();
  await page.getByRole('button', { name: 'Place here' }).tap();
  await expect.poll(() => datesOf(maren, group, '3')).not.toContain(null);

  // A new bar: a finger rests on an empty part of the timeline. A finger that moves scrolls.
  const track = await row(page, 'Quay').getByRole('gridcell').boundingBox();
  const at = { x: 370, y: (track?.y ?? 0) + (track?.height ?? 0) / 2 };
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', point?: typeof at) => {
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: point ? [point] : [] });
  };
  const title = page.getByRole('textbox', { name: /^Title of the new epic/ });
  await touch('touchStart', at);
  await page.waitForTimeout(200);
  await touch('touchEnd');
  await expect(title).toHaveCount(0);
  await page.keyboard.press('Escape');
  await touch('touchStart', at);
  await expect(page.locator('[data-drag-ghost="new"]')).toBeVisible();
  await touch('touchEnd');
  await title.fill('Drawn by touch');
  await page.getByRole('button', { name: 'Create epic' }).tap();
  await expect.poll(async () => (await newEpic(maren, group, 'Drawn by touch'))?.due_date ?? null).not.toBeNull();

  // Zoom, the minimap and the presentation.
  await expect(page.getByText('Epic “Drawn by touch” created')).toHaveCount(0);
  await page.getByRole('button', { name: 'Zoom in' }).tap();
  await expect(page).toHaveURL(/layout=WEEKS/);
  await page.getByRole('button', { name: /^Views?\b/ }).tap();
  await page.getByRole('menuitem', { name: 'Present' }).tap();
  const slides = page.getByRole('dialog', { name: 'Presentation' });
  await expect(slides.getByRole('status')).toContainText('Page 1 of 2');
  await slides.getByRole('button', { name: 'Next lane' }).tap();
  await expect(slides.getByRole('status')).toContainText('Page 2 of 2');
  await slides.getByRole('button', { name: 'Leave the presentation' }).tap();
  await expect(slides).toHaveCount(0);
  const map = page.getByRole('group', { name: 'Minimap' });
  const frame = page.getByRole('slider', { name: 'Visible dates' });
  const before = await frame.getAttribute('aria-valuenow');
  const unmoved = page.locator(`[role="slider"][aria-valuenow="${before}"]`);
  // The minimap may still move after the presentation. No epic has dates at the tapped place: once the range has followed, the empty page
  // replaces the chart.
  await expect(async () => {
    const box = await map.boundingBox();
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) * 0.8, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await expect(unmoved).toHaveCount(0, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
}
