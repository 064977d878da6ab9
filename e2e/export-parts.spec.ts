// What the files of a roadmap hold, in a real browser with the real server.
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { day, headers, rowOf } from './setup/lanes.ts';
import { makeEpic, makeGroup, someone, updateEpic, wide } from './setup/people.ts';

/** Exports the roadmap as a file. */
async function take(page: Page, kind: string): Promise<Buffer> {
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download', { timeout: 120_000 });
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  return readFile(await (await coming).path());
}

/** The texts of an SVG in their order, and the widths and fills of its shapes. */
function readSvg(svg: string) {
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text);
  return { texts, marks: svg.split('stroke-width="1.4"').length - 1, ghosts: svg.split(' height="3"').length - 1 };
}

async function readPdf(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_each, index) => {
      const content = await (await document.getPage(index + 1)).getTextContent();
      return content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
  return pages.join(' ').replaceAll(/\s+/g, ' ');
}

/** The colors of an image that cover more than a few pixels. */
const colorsOf = (page: Page, png: Buffer): Promise<string[]> =>
  page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (letter) => letter.codePointAt(0) ?? 0);
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('There is no canvas');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const parts = [data[at], data[at + 1], data[at + 2]].map((part = 0) => part.toString(16).padStart(2, '0'));
      const color = `#${parts.join('')}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    return [...counts].flatMap(([color, count]) => (count > 20 ? [color] : []));
  }, png.toString('base64'));

test('RX-PX-04, RX-PX-06: CSV, SVG, PNG and PDF hold lanes in order, folded ones folded, the color choice, ghosts, removed epics, signals, lane notes, the legend and the day; their text is selectable', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const group = await makeGroup(maren);
  const owner = `/groups/${encodeURIComponent(group)}`;
  const add = async (title: string, from: number, to: number, more: object) => {
    const { iid, id: epicId } = await makeEpic(maren, group, {
      title,
      startDateFixed: day(from),
      dueDateFixed: day(to),
    });
    const { workItemUpdate } = await maren.ask<{ workItemUpdate: { errors: string[] } }>(
      'mutation ($input: WorkItemUpdateInput!) { workItemUpdate(input: $input) { errors } }',
      { input: { id: epicId.replace('Epic', 'WorkItem'), ...more } },
    );
    expect(workItemUpdate.errors).toEqual([]);
    return iid;
  };
  const people = await Promise.all(
    ['maren', 'ines'].map(
      async (name) => (await maren.call<{ id: number }[]>('GET', `/users?username=${name}`))[0]?.id,
    ),
  );
  const [first, second] = people;
  const owned = (...ids: (number | undefined)[]) => ({
    assigneesWidget: { assigneeIds: ids.map((each) => `gid://gitlab/User/${each}`) },
  });
  const healthy = (healthStatus: string) => ({ healthStatusWidget: { healthStatus } });
  await add('Harbor', -30, 20, { ...owned(second), ...healthy('onTrack') });
  const late = await add('Quay', -30, 5, { ...owned(first, second), ...healthy('atRisk') });
  const gone = await add('Pier', -20, 30, owned(first));
  await add('Boat', -10, 10, {});
  const { id } = await maren.call<{ id: number }>('POST', `${owner}/roadmap_snapshots`, { name: 'Plan' });
  await expect
    .poll(async () => (await maren.call<{ status: string }>('GET', `${owner}/roadmap_snapshots/${id}`)).status)
    .toBe('saved');
  await updateEpic(maren, group, late, { dueDateFixed: day(-4) });
  await maren.call('DELETE', `${owner}/epics/${gone}`);

  const { page } = maren;
  const range = `range_from=${day(-40)}&range_to=${day(60)}&layout=WEEKS&state=opened&sort=TITLE_ASC`;
  await page.goto(`/groups/${group}/-/roadmap?${range}&group_by=ASSIGNEE&color_by=HEALTH&compare=${id}`);
  await expect(rowOf(page, 'Quay').getByRole('img', { name: /^Also / })).toBeVisible();
  await expect(headers(page)).toHaveCount(3);
  const folded = headers(page).filter({ hasText: 'Inês' });
  await folded.getByRole('button', { name: /^Collapse/ }).click();
  await expect(folded).toHaveAttribute('aria-expanded', 'false');
  await expect(rowOf(page, 'Harbor')).toHaveCount(0);

  const source = (await take(page, 'SVG')).toString('utf8');
  const svg = readSvg(source);
  const lanes = svg.texts.filter((text) => /^(?:Inês|Maren|None)(?: |$)/.test(text)).map((text) => text.split(' ')[0]);
  // The order of the page: by name, "None" last.
  expect(lanes).toEqual(['Inês', 'Maren', 'None']);
  expect(svg.texts).not.toContain('Harbor');
  for (const text of ['Quay', 'Pier', 'removed', '+1', 'At risk', 'Overdue', 'Snapshot', '−9 d', '4 d overdue'])
    expect(svg.texts).toContain(text);
  // A snapshot has no owners: the removed epic is the last one of "None".
  expect(svg.texts.indexOf('Boat')).toBeGreaterThan(svg.texts.indexOf('Quay'));
  expect(svg.texts.indexOf('Pier')).toBeGreaterThan(svg.texts.indexOf('Boat'));
  const today = new Date(`${day(0)}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  expect(svg.texts.some((text) => text.includes(`as of ${today}`))).toBe(true);
  // Two marks of Quay; its ghost, and that of the removed epic.
  expect(svg.marks).toBeGreaterThan(4);
  expect(svg.ghosts).toBeGreaterThanOrEqual(2);

  const pdf = await readPdf(await take(page, 'PDF'));
  for (const text of ['Quay', 'Pier', 'removed', '+1', 'At risk', 'Overdue', 'Snapshot', '−9 d', `as of ${today}`])
    expect(pdf).toContain(text);
  expect(pdf).not.toContain('Harbor');
  expect(pdf.indexOf('Inês')).toBeLessThan(pdf.indexOf('Maren'));

  // Lane headers, the fill of what is at risk, ghosts, and the red of hatch and marks.
  const colors = await colorsOf(page, await take(page, 'PNG'));
  for (const color of ['#f0eeea', '#f3dad9', '#656158', '#fdecea', '#0b6a73']) expect(colors).toContain(color);

  const csv = (await take(page, 'CSV')).toString('utf8').trimEnd().split('\r\n');
  const cells = csv.map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/));
  const at = (name: string) => cells[0]?.indexOf(name) ?? -1;
  const column = (name: string) => cells.slice(1).map((line) => line[at(name)]);
  expect(column('Title')).toEqual(['Harbor', 'Quay', 'Boat']);
  expect(column('Lane').map((name) => name?.split(' ')[0])).toEqual(['Inês', 'Maren', 'None']);
  expect(column('Lane folded')).toEqual(['yes', 'no', 'no']);
  expect(column('Color')).toEqual(['on_track', 'at_risk', 'No update']);
  expect(column('Drift')).toEqual(['', '−9 d', '']);
  expect(column('Signals')[1]).toContain('OVERDUE');
  expect(column('As of')).toEqual([day(0), day(0), day(0)]);
  await expect(folded).toHaveAttribute('aria-expanded', 'false');

  // Texts of the SVG in a page; readers find those of the PDF above.
  const selected = await page.evaluate((drawing) => {
    document.body.innerHTML = drawing.slice(drawing.indexOf('<svg'));
    const text = document.querySelector('svg text');
    if (!text) return '';
    getSelection()?.selectAllChildren(text);
    return getSelection()?.toString() ?? '';
  }, source);
  expect(selected).toContain('roadmap');
});
