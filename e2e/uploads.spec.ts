import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { description, head, openIssue, openPart, part } from './setup/issue.ts';
import { someone } from './setup/people.ts';

test.use({ actionTimeout: 15_000 });

interface GivenFile {
  name: string;
  type: string;
  /** Text, or an image with this width and height in pixels. */
  content: string | { width: number; height: number };
}

const wallImage: GivenFile = { name: 'wall.png', type: 'image/png', content: { width: 400, height: 300 } };
const plan: GivenFile = { name: 'plan.txt', type: 'text/plain', content: 'brick by brick' };

/** Drops or pastes files on an element, with the browser's own events. */
async function give(target: Locator, how: 'drop' | 'paste', files: readonly GivenFile[]): Promise<void> {
  await target.evaluate(
    async (element, { event, given }) => {
      const data = new DataTransfer();
      for (const { name, type, content } of given) {
        let body: BlobPart;
        if (typeof content === 'string') body = content;
        else {
          const canvas = new OffscreenCanvas(content.width, content.height);
          const pen = canvas.getContext('2d');
          if (pen) {
            pen.fillStyle = '#1068bf';
            pen.fillRect(0, 0, content.width, content.height);
          }
          body = await canvas.convertToBlob({ type });
        }
        data.items.add(new File([body], name, { type }));
      }
      const options = { bubbles: true, cancelable: true };
      if (event === 'paste') element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }));
      else
        for (const each of ['dragover', 'drop'])
          element.dispatchEvent(new DragEvent(each, { ...options, dataTransfer: data }));
    },
    { event: how, given: files },
  );
}

/** A video of a few frames, recorded by the browser. */
async function record(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const pen = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const chunks: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    recorder.start();
    for (let frame = 0; frame < 10; frame++) {
      pen?.fillRect(frame * 10, 0, 10, 10);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await new Promise((resolve) => {
      recorder.addEventListener('stop', resolve);
      recorder.stop();
    });
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  });
  return Buffer.from(base64, 'base64');
}

const edit = async (page: Page): Promise<void> => {
  await head(page).getByRole('button', { name: /^Edit/ }).click();
  await expect(description(page)).toBeVisible();
};
const rows = (page: Page): Locator => page.getByRole('list', { name: 'Uploads' }).getByRole('listitem');

/** Holds every upload until `go`. */
async function hold(page: Page): Promise<{ go: () => Promise<void>; begun: () => number }> {
  let begun = 0;
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  await page.route(/\/uploads$/, async (route) => {
    begun += 1;
    await opened;
    await route.continue().catch(() => {});
  });
  return {
    begun: () => begun,
    go: async () => {
      open();
      await page.unroute(/\/uploads$/);
    },
  };
}

test.describe('in a text', () => {
  test('UP-FL-05, UP-FL-06, UP-FL-11: a dropped image is uploaded, inserted into the text, and served from our own storage', async ({
    browser,
  }) => {
    const { page, issue, maren } = await openIssue(browser);
    await edit(page);
    const held = await hold(page);
    const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/uploads'));
    await give(description(page), 'drop', [wallImage]);
    await expect(description(page)).toHaveValue('![Uploading wall.png…]()');
    const thumbnail = rows(page).locator('img');
    await expect(thumbnail).toBeVisible();
    expect(await thumbnail.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
      120, 120,
    ]);
    const request = await sending;
    expect(request.headers()['accept']).toContain('application/json');
    expect(request.headers()['content-type']).toContain('multipart/form-data');
    expect(new URL(request.url()).pathname).toBe(`/${issue.projectPath}/uploads`);
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await held.go();
    await expect(description(page)).toHaveValue(/^!\[wall\]\(\/uploads\/[0-9a-f]{32}\/wall\.png\)$/);
    await page.getByRole('button', { name: 'Save' }).click();
    const shown = page.locator('.prose img');
    await expect(shown).toHaveAttribute('src', /^\/-\/project\/\d+\/uploads\/[0-9a-f]{32}\/wall\.png$/);
    await shown.scrollIntoViewIfNeeded();
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(400);
    const source = (await shown.getAttribute('src')) ?? '';
    expect((await maren.context.request.get(source)).headers()['content-type']).toBe('image/png');
  });

  test('UP-FL-04, UP-FL-08, UP-FL-09 and UP-FL-10: two files upload at once, each can be canceled, an error of the server is shown; a file is chosen by button and pasted into a comment', async ({
    browser,
  }) => {
    const { page } = await openIssue(browser);
    await edit(page);
    await page.route(/\/uploads$/, (route) => route.fulfill({ status: 507, body: '{}' }));
    await give(description(page), 'paste', [plan]);
    await expect(rows(page)).toContainText('Server responded with 507 code.');
    await expect(description(page)).toHaveValue('');
    await page.route(/\/uploads$/, (route) => route.fulfill({ status: 200, body: '<html>' }));
    await page.getByRole('button', { name: 'Dismiss plan.txt' }).click();
    await give(description(page), 'paste', [plan]);
    await expect(rows(page)).toContainText('Invalid JSON response from server.');
    await expect(description(page)).toHaveValue('');
    await page.unroute(/\/uploads$/);

    // Two at once.
    const held = await hold(page);
    await give(
      description(page),
      'drop',
      ['one.txt', 'two.txt', 'three.txt'].map((name) => ({ ...plan, name })),
    );
    await expect(page.getByRole('progressbar')).toHaveCount(2);
    await expect(rows(page).filter({ hasText: 'three.txt' })).toContainText('Waiting');
    await expect.poll(held.begun).toBe(2);
    await page.getByRole('button', { name: 'Cancel one.txt' }).click();
    await expect(rows(page).filter({ hasText: 'one.txt' })).toContainText('Upload canceled.');
    await expect(description(page)).toHaveValue('\n![Uploading two.txt…]()\n![Uploading three.txt…]()');
    await expect.poll(held.begun).toBe(3);
    await held.go();
    await expect(description(page)).toHaveValue(/^\n\[two\.txt\]\(.+\)\n\[three\.txt\]\(.+\)$/);
    await expectAccessible(page, 'main');
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();

    // By button and pasted, in a comment.
    const comment = page.getByRole('textbox', { name: /comment/i });
    await comment.scrollIntoViewIfNeeded();
    await give(comment, 'paste', [plan]);
    await expect(comment).toHaveValue(/^\[plan\.txt\]\(\/uploads\/[0-9a-f]{32}\/plan\.txt\)$/);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach a file' }).click();
    await (await choosing).setFiles({ name: 'more.txt', mimeType: 'text/plain', buffer: Buffer.from('more') });
    await expect(comment).toHaveValue(/more\.txt\)$/);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const link = page.locator('.prose').getByRole('link', { name: 'plan.txt' });
    const saving = page.waitForEvent('download');
    await link.click();
    expect((await saving).suggestedFilename()).toBe('plan.txt');
  });

  test('an attached video is played in the text', async ({ browser }) => {
    const { page } = await openIssue(browser);
    const comment = page.getByRole('textbox', { name: /comment/i });
    await comment.scrollIntoViewIfNeeded();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Attach a file' }).click();
    const buffer = await record(page);
    await (await choosing).setFiles({ name: 'walk.webm', mimeType: 'video/webm', buffer });
    await expect(comment).toHaveValue(/^!\[walk\]\(\/uploads\/[0-9a-f]{32}\/walk\.webm\)$/);
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const video = page.locator('.prose video');
    await expect(video).toBeVisible();
    await video.evaluate((element: HTMLVideoElement) => element.play());
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(300);
    await expectAccessible(page, 'main');
  });
});

test('a file of a private project is visible only to people who see the project; an HTML page or SVG never runs', async ({
  browser,
}) => {
  const { maren, page, issue } = await openIssue(browser);
  await maren.call('PUT', `/projects/${encodeURIComponent(issue.projectPath)}`, { visibility: 'private' });
  const attach = async (name: string, mimeType: string, text: string): Promise<string> => {
    const answer = await maren.context.request.post(
      `/api/v4/projects/${encodeURIComponent(issue.projectPath)}/uploads`,
      {
        headers: maren.headers,
        multipart: { file: { name, mimeType, buffer: Buffer.from(text) } },
      },
    );
    return ((await answer.json()) as { full_path: string }).full_path;
  };
  const evil = 'top.document.title = "ran"; document.title = "ran"';
  const files = [
    await attach('evil.html', 'text/html', `<title>quiet</title><script>${evil}</script>`),
    await attach('evil.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg"><script>${evil}</script></svg>`),
  ];
  const visitor = await browser.newContext({ baseURL: new URL(page.url()).origin });
  for (const file of files) {
    expect((await visitor.request.get(file)).status()).toBe(404);
    // When opened it is downloaded; in a frame or as an image it is not shown.
    const saving = page.waitForEvent('download');
    await page.evaluate((address) => window.location.assign(address), file);
    await saving;
    await page.evaluate(async (address) => {
      const frame = document.createElement('iframe');
      const image = document.createElement('img');
      const failed = new Promise((resolve) => image.addEventListener('error', resolve));
      for (const element of [frame, image]) {
        element.src = address;
        document.body.append(element);
      }
      await failed;
    }, file);
    await expect(page).not.toHaveTitle(/ran/);
  }
  await visitor.close();
});

test.describe('metric images', () => {
  const section = (page: Page): Locator => page.getByRole('region', { name: 'Metrics' });

  test('RS-MI-01, RS-MI-02, RS-MI-03, RS-MI-04: are dropped on an incident, given a link to their source, and deleted', async ({
    browser,
  }) => {
    const { page, maren, issue } = await openIssue(browser, { issue_type: 'incident' });
    const drop = section(page).getByText('Drop or paste charts');
    await give(drop, 'drop', [wallImage, plan]);
    await expect(rows(page).filter({ hasText: 'plan.txt' })).toContainText("You can't upload files of this type.");
    const image = section(page).getByRole('img', { name: 'wall.png' });
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(400);
    await section(page).getByRole('button', { name: 'Edit wall.png' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit image' });
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Load of the day');
    await dialog.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('must be an address');
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://example.com/load');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(section(page).getByRole('link', { name: 'Load of the day' }).first()).toHaveAttribute(
      'href',
      'https://example.com/load',
    );
    const images = `/projects/${encodeURIComponent(issue.projectPath)}/issues/${issue.iid}/metric_images`;
    expect(await maren.call('GET', images)).toMatchObject([
      { filename: 'wall.png', url: 'https://example.com/load', url_text: 'Load of the day' },
    ]);
    await expectAccessible(page, 'main');
    await section(page).getByRole('button', { name: 'Delete wall.png' }).click();
    const question = page.getByRole('dialog', { name: 'Delete this image?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(section(page).getByRole('img')).toHaveCount(0);
    expect(await maren.call('GET', images)).toEqual([]);
  });

  test('IS-HD-08, IS-HD-09 and IS-HD-15: links of an incident are pinned once they are set in the sidebar; a visitor only looks at its images', async ({
    browser,
  }) => {
    const { page, issue } = await openIssue(browser, { issue_type: 'incident' });
    await expect(head(page).getByLabel('Incident', { exact: true })).toBeVisible();
    await expect(head(page).getByRole('link', { name: /Join meeting|Published on status page/ })).toHaveCount(0);
    for (const [name, url] of [
      ['Meeting link', 'https://meet.example/1'],
      ['Published incident link', 'https://status.example/1'],
    ] as const) {
      await openPart(page, name);
      await part(page, name).getByRole('textbox', { name }).fill(url);
      await page.keyboard.press('Enter');
    }
    await expect(head(page).getByRole('link', { name: 'Join meeting' })).toHaveAttribute(
      'href',
      'https://meet.example/1',
    );
    await expect(head(page).getByRole('link', { name: 'Published on status page' })).toBeVisible();
    await give(section(page).getByText('Drop or paste charts'), 'paste', [wallImage]);
    await expect(section(page).getByRole('img', { name: 'wall.png' })).toBeVisible();
    const visitor = await someone(browser, null);
    await visitor.page.goto(issue.webPath);
    await expect(section(visitor.page).getByRole('img', { name: 'wall.png' })).toBeVisible();
    await expect(section(visitor.page).getByRole('button')).toHaveCount(0);
    await expect(head(visitor.page).getByRole('link', { name: 'Join meeting' })).toBeVisible();
  });
});
