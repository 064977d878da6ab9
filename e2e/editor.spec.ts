import { expect, test } from '@playwright/test';
import { commentOn, openIssue } from './setup/issue.ts';
import { makeGroup, makeIssue, makeProject, someone, wide } from './setup/people.ts';

const baseOf = (projectPath: string): string => `/projects/${encodeURIComponent(projectPath)}`;

test('a comment is written with suggestions, and its quick actions are executed; hostile Markdown runs no script and sends no request to other hosts', async ({
  browser,
}) => {
  const { maren, page, issue, projectPath } = await openIssue(browser);
  await maren.call('POST', `${baseOf(projectPath)}/labels`, { name: 'two words', color: '#112233' });
  const area = page.getByRole('textbox', { name: 'Add a comment' });
  await area.click();
  await area.pressSequentially('Look.\n/lab');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option', { name: /^\/label/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(area).toHaveValue('Look.\n/label ');
  await area.pressSequentially('~two');
  await expect(list.getByRole('option', { name: 'two words' })).toBeVisible();
  const box = await list.boundingBox();
  const field = await area.boundingBox();
  expect(box && field && box.x >= field.x && box.x < field.x + field.width).toBe(true);
  await page.keyboard.press('Enter');
  await expect(area).toHaveValue('Look.\n/label ~"two words" ');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Added ~"two words".')).toBeVisible();
  await expect(page.getByRole('main').getByText('Look.', { exact: true })).toBeVisible();
  await expect(area).toHaveValue('');

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const body = [
    '<img src=x onerror="document.title=\'broken\'">',
    '<script>document.title="broken"</script>',
    '<svg onload="document.title=\'broken\'"></svg>',
    '[click](javascript:document.title="broken")',
    '<iframe src="https://example.com"></iframe>',
    '<details open ontoggle="document.title=\'broken\'"><summary>x</summary></details>',
    '<div style="position:fixed;inset:0;z-index:9999">cover</div>',
    '<form action="https://example.com"><input autofocus onfocus="document.title=\'broken\'"></form>',
  ].join('\n\n');
  await commentOn(maren, issue, body);
  await expect(page.getByText('cover')).toBeVisible();
  await expect(page).not.toHaveTitle('broken');
  await expect(page.locator('iframe, main script, [onerror], [onload], [ontoggle], a[href^="javascript"]')).toHaveCount(
    0,
  );
  expect(await page.getByText('cover').evaluate((element) => getComputedStyle(element).position)).toBe('static');
  const { host } = new URL(page.url());
  expect(asked.filter((url) => new URL(url).host !== host)).toEqual([]);
});

test('a description too long for a text area can be edited, drafted and saved like any other, and only its visible part is rendered', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const projectPath = await makeProject(maren, await makeGroup(maren));
  const line = 'The ferry leaves at seven, and who is late waits for the next.\n\n';
  const text = line.repeat(Math.ceil(100_000 / line.length));
  const issue = await makeIssue(maren, projectPath, { title: 'Long', description: text });
  await page.goto(issue.webPath);
  const edit = page.getByRole('button', { name: /^Edit ?E$/ });
  await edit.click();
  const area = page.getByRole('textbox', { name: 'Description' });
  await expect(area).toHaveAttribute('aria-multiline', 'true');
  await expect(page.locator('form textarea[name="description"]')).toHaveCount(0);
  expect(await area.locator('> *').count()).toBeLessThan(200);
  // At the end of the text: the caret is scrolled into view, and suggestions open next to it.
  await area.click();
  await page.keyboard.press('Control+End');
  await area.pressSequentially('The last @mar');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option').first()).toBeVisible();
  const box = await list.boundingBox();
  const field = await area.locator('..').boundingBox();
  expect(box && field && box.x > field.x && box.y > field.y && box.y < field.y + field.height).toBe(true);
  await page.keyboard.press('Enter');
  await area.pressSequentially('wrote');
  await page.keyboard.press('Shift+Home');
  await page.keyboard.press('Control+b');
  await expect(area.getByText('**The last @maren wrote**')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(area.getByText('The last @maren wrote', { exact: true })).toBeVisible();
  // The draft is kept, and leaving asks for confirmation.
  await expect(page.getByText('Draft saved', { exact: true })).toBeVisible();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await edit.click();
  await area.click();
  await page.keyboard.press('Control+End');
  await expect(area.getByText('The last @maren wrote', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(edit).toBeVisible();
  const { description } = await maren.call<{ description: string }>(
    'GET',
    `${baseOf(projectPath)}/issues/${issue.iid}`,
  );
  expect(description === `${text}The last @maren wrote`).toBe(true);
});
