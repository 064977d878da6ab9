import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const roadmap = '/groups/tidewater/-/roadmap';
const filtered = `${roadmap}?timeframe_range_type=THREE_YEARS&show_labels=true`;
const theme = 'An app everyone can use';

test.use({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('[role="row"][data-row]').first()).toBeVisible();
  await expect(page.getByRole('treegrid')).toHaveAttribute('aria-busy', 'false');
}

/** Exports the roadmap as a file. */
async function take(page: Page, kind: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Export' }).click();
  const coming = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
  const download = await coming;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** The number of shown epics in the status line. */
async function countShown(page: Page): Promise<number> {
  const status = await page
    .getByText(/\d+ of \d+ epics? shown|\d+ epics? shown/)
    .first()
    .textContent();
  return Number(/\d+/.exec(status ?? '')?.[0]);
}

test('the table and the images hold every shown epic and its descendants, the milestones and today', async ({
  page,
}) => {
  await open(page, filtered);
  const shown = await countShown(page);
  const { name, bytes } = await take(page, 'CSV');
  expect(name).toBe('tidewater-roadmap.csv');
  const table = parseCsv(bytes.toString('utf8'));
  expect(table[0]?.slice(0, 6)).toEqual(['Title', 'Reference', 'Group', 'State', 'Start date', 'Due date']);
  expect(table.length).toBe(shown + 1);
  expect(table.every((record) => record.length === table[0]?.length)).toBe(true);
  expect(table.find(([title]) => title === theme)?.[1]).toMatch(/^tidewater\/.+&\d+$/);
  const excel = await take(page, 'CSV for Excel');
  expect([...excel.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);

  const image = await take(page, 'SVG');
  expect(image.name).toBe('tidewater-roadmap.svg');
  const facts = await page.evaluate((source) => {
    const svg = new DOMParser().parseFromString(source, 'image/svg+xml');
    const texts = [...svg.querySelectorAll('text')].map((text) => text.textContent);
    return {
      isBroken: svg.querySelector('parsererror') !== null,
      height: Number(svg.documentElement.getAttribute('height')),
      texts,
      todays: svg.querySelectorAll('line[stroke="#0b6a73"][stroke-width="2"]').length,
    };
  }, image.bytes.toString('utf8'));
  expect(facts.isBroken).toBe(false);
  expect(facts.height).toBeGreaterThan(shown * 40);
  for (const text of [theme, 'Tidewater: roadmap', 'Milestones', 'Q4']) expect(facts.texts).toContain(text);
  expect(facts.todays).toBeGreaterThan(0);

  const { bytes: pixels } = await take(page, 'PNG');
  expect(pixels.subarray(1, 4).toString()).toBe('PNG');
  expect(pixels.readUInt32BE(16)).toBeGreaterThan(2_000);
  expect(pixels.readUInt32BE(20)).toBeGreaterThan(shown * 58);

  await open(page, `${filtered}&search=everyone`);
  const found = await countShown(page);
  expect(found).toBeLessThan(shown);
  const few = parseCsv((await take(page, 'CSV')).bytes.toString('utf8'));
  expect(few.length).toBe(found + 1);
  expect(few[1]?.[0]).toBe(theme);
});

test('RX-PX-01, RX-PX-02: PDF and slides have as many pages as needed, and their text is real text in every script', async ({
  page,
}) => {
  const titles = ['路线图：无障碍', 'خارطة الطريق', 'Дорожная карта', 'रोडमैप', 'Größe & <Maß>', '🚢 Ferry'];
  await page.route('**/api/graphql', async (route) => {
    const asked = route.request().postData() ?? '';
    if (!asked.includes('endCursor') || !asked.includes('topLevelHierarchyOnly')) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as {
      data: { group: { epics?: { nodes: { iid: string; title: string }[] } } };
    };
    for (const node of answer.data.group.epics?.nodes ?? []) {
      node.title = titles[Number(node.iid) % titles.length] ?? node.title;
    }
    return route.fulfill({ response, json: answer });
  });
  await open(page, `${filtered}&group_by=SUBGROUP&color_by=HEALTH`);
  const { name, bytes } = await take(page, 'PDF');
  expect(name).toBe('tidewater-roadmap.pdf');
  const { texts } = await readPdf(bytes);
  expect(texts.length).toBeGreaterThan(1);
  // The header is on every page.
  for (const text of texts) expect(text).toContain('Tidewater: roadmap');
  const all = plainText(texts);
  for (const title of ['路线图：无障碍', 'Дорожная карта', 'रोडमैप', 'Größe & <Maß>', '🚢 Ferry']) {
    expect(all).toContain(title.normalize('NFKC'));
  }
  // Right-to-left text may be extracted in visual or in logical order: readers find both.
  expect(all.includes('خارطة') || all.includes(Array.from('خارطة').toReversed().join(''))).toBe(true);
  expect(texts.at(-1)).toContain(`Page ${texts.length} of ${texts.length}`);

  // One lane a page.
  const lanes = await page.locator('[role="row"][data-lane]').count();
  const taken = await take(page, 'Slides (PDF)');
  expect(taken.name).toBe('tidewater-roadmap-slides.pdf');
  const slides = await readPdf(taken.bytes);
  expect(slides.texts.length).toBeGreaterThanOrEqual(lanes);
  for (const view of slides.views) expect(view).toEqual([0, 0, 960, 540]);
  for (const text of ['Tidewater', 'Roadmap', 'All epics', 'On track', 'Undated', 'As of ', ' – ']) {
    expect(slides.texts[0]).toContain(text);
  }
  for (const [index, text] of slides.texts.entries()) {
    // Legend, milestones, the day and the number of the page.
    for (const part of ['At risk', 'Closed', 'Milestones', 'As of ', `Page ${index + 1} of ${slides.texts.length}`]) {
      expect(text).toContain(part);
    }
  }
  for (const title of ['路线图：无障碍', 'Größe & <Maß>'])
    expect(plainText(slides.texts)).toContain(title.normalize('NFKC'));
});

/** The texts of the pages, and their sizes. */
async function readPdf(bytes: Buffer): Promise<{ texts: string[]; views: number[][] }> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1);
      const content = await page.getTextContent();
      return { view: page.view, text: content.items.map((item) => ('str' in item ? item.str : '')).join(' ') };
    }),
  );
  return { texts: pages.map(({ text }) => text), views: pages.map(({ view }) => view) };
}

const plainText = (texts: readonly string[]): string => texts.join(' ').normalize('NFKC').replaceAll(/\s+/g, ' ');

function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      if (letter === '"' && text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else if (letter === '"') isQuoted = false;
      else cell += letter;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',') {
      record.push(cell);
      cell = '';
    } else if (letter === '\n') {
      records.push([...record, cell.replace(/\r$/, '')]);
      record = [];
      cell = '';
    } else cell += letter;
  }
  return records;
}
