import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone, type Someone } from './setup/people.ts';

const fence = (source: string): string => `\`\`\`mermaid\n${source}\n\`\`\`\n`;
const images = (page: Page) => page.getByRole('main').locator('.prose img[src^="data:image/svg+xml"]');

async function issueSaying(by: Someone, description: string): Promise<string> {
  const project = await makeProject(by, await makeGroup(by));
  return (await makeIssue(by, project, { title: 'Diagrams', description })).webPath;
}

/** The page's requests to other servers; and whether any injected script ran. */
function watch(page: Page): { asked: string[]; strange: () => string[]; ran: string[] } {
  const asked: string[] = [];
  const ran: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  // Requests that the frame's policy blocked were attempted but never sent.
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'csp') asked.splice(asked.indexOf(request.url()), 1);
  });
  const own = new URL(process.env['MILEPOST_E2E_URL'] ?? '').origin;
  return {
    asked,
    ran,
    strange: () => asked.filter((url) => !url.startsWith(own) && !url.startsWith('data:image/svg+xml')),
  };
}

test('a fenced diagram is drawn in place, in the theme of the page, and its source can be shown; comments and previews draw diagrams too', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' });
  const { page } = maren;
  const plain = await issueSaying(maren, 'No image here.\n\n```js\nlet a = 1;\n```\n');
  const path = await issueSaying(maren, `Before\n\n${fence('graph LR\n  Plan --> Build\n  Build --> Ship')}\nAfter`);
  const { asked, strange } = watch(page);
  await page.goto(plain);
  await expect(page.getByText('No image here.')).toBeVisible();
  // The diagram library is not fetched by pages without diagrams.
  expect(asked.filter((url) => url.includes('/diagrams/'))).toEqual([]);

  await page.goto(path);
  const image = page.getByRole('img', { name: 'Diagram: flowchart' });
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => [element.complete, element.naturalWidth > 100]))
    .toEqual([true, true]);
  const source = page.locator('pre[data-diagram]');
  await expect(source).toBeHidden();
  await page.getByRole('button', { name: 'Show source' }).click();
  await expect(source).toHaveText(/Plan --> Build/);
  const light = await image.getAttribute('src');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => image.getAttribute('src')).not.toBe(light);
  const { violations } = await new AxeBuilder({ page }).include('.prose').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(strange()).toEqual([]);

  // Comments and previews draw diagrams too.
  const field = page.getByRole('textbox', { name: 'Add a comment' });
  await field.fill(fence('sequenceDiagram\n  accTitle: Greeting\n  Ada->>Bo: Hello'));
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('img', { name: 'Greeting' })).toBeVisible();
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.locator('article[id^=note_]').getByRole('img', { name: 'Greeting' })).toBeVisible();
});

const hostile: Record<string, string> = {
  'a click that calls': 'graph LR\n  A-->B\n  click A call alert("ran")\n  click B href "javascript:alert(1)"',
  'labels of HTML':
    'graph LR\n  A["<img src=x onerror=alert(1)>"] --> B["<script>alert(1)</script><iframe src=https://evil.example></iframe>"]',
  'a directive against the limits':
    '%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(https://evil.example/x.css)", "secure": []}}%%\ngraph LR\n  A["<img src=https://evil.example/y.png onerror=alert(1)>"] -->B\n  click A call alert()',
  'configuration above the source':
    '---\nconfig:\n  securityLevel: loose\n  themeCSS: "* { background: url(https://evil.example/z.png) }"\n---\ngraph LR\n  A["<img src=x onerror=alert(1)>"] --> B',
  'an external image': 'graph LR\n  A@{ img: "https://evil.example/a.png", label: "x", h: 40 }\n  A --> B',
  'a style from another server': 'graph LR\n  A-->B\n  style A fill:url(https://evil.example/b.svg#x)',
  'mathematics that links': 'graph LR\n  A["$$\\href{javascript:alert(1)}{x}$$"] --> B',
  'more lines than may be': `graph LR\n${Array.from({ length: 30 }, (_each, index) => `a${index}`).join(' & ')} --> ${Array.from({ length: 30 }, (_each, index) => `b${index}`).join(' & ')}`,
};

test('no diagram runs scripts, fetches anything or leaves its box, whatever its source', async ({ browser }) => {
  const maren = await someone(browser, 'maren', { viewport: { width: 1440, height: 900 } });
  const { page } = maren;
  const path = await issueSaying(
    maren,
    Object.entries(hostile)
      .map(([name, source]) => `### ${name}\n\n${fence(source)}`)
      .join('\n'),
  );
  const { ran, strange } = watch(page);
  await page.goto(path);
  // Each is drawn or rejected; none stays pending.
  const settled = images(page).or(page.locator('.prose').getByText(/has a syntax error|takes too long/));
  await expect
    .poll(async () => {
      for (const name of Object.keys(hostile)) await page.getByRole('heading', { name }).scrollIntoViewIfNeeded();
      return settled.count();
    })
    .toBe(Object.keys(hostile).length);
  await expect(page.getByText(/has a syntax error/).first()).toBeVisible();
  for (const image of await images(page).all()) await image.click({ force: true });
  expect(ran).toEqual([]);
  expect(strange()).toEqual([]);
  expect(new URL(page.url()).pathname).toBe(path);
  // No drawing becomes part of the page's document: only images, and one frame with an opaque origin.
  const found = await page.evaluate(() => ({
    drawn: document.querySelectorAll(
      '.prose :is(script, iframe, foreignObject, style, [id^="diagram-"], [aria-roledescription])',
    ).length,
    frames: [...document.querySelectorAll('iframe')].map((each) => each.getAttribute('sandbox')),
  }));
  expect(found).toEqual({ drawn: 0, frames: ['allow-scripts'] });
  const frame = page.frames().find((each) => each.url().endsWith('/assets/diagrams/frame.html'));
  expect(await frame?.evaluate(() => self.origin)).toBe('null');
});
