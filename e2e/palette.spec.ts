import { expect, test, type Page } from '@playwright/test';
import { makeGroup, makeIssue, makeProject, someone } from './setup/people.ts';

const wide = { viewport: { width: 1440, height: 800 } };
const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });

test('TM-CK-01: the palette is prefetched while idle; keys typed before it has loaded go to its field, and Escape returns them to the page', async ({
  browser,
}) => {
  const maren = await someone(browser, 'maren', wide);
  const { page } = maren;
  const issue = await makeIssue(maren, await makeProject(maren, await makeGroup(maren)), { title: 'Walls' });
  // The palette's code is delayed.
  let send: () => void = () => undefined;
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route('**/assets/Palette-*.js', async (route) => {
    await sent;
    await route.continue();
  });
  const fetched = page.waitForRequest(/\/assets\/Palette-[^/]*\.js$/);
  await page.goto(issue.webPath);
  await expect(page.getByRole('button', { name: 'Edit E', exact: true })).toBeVisible();
  await fetched;

  // Escape before it has loaded.
  const title = page.getByRole('textbox', { name: 'Title' });
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await expect(title).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await page.keyboard.press('Control+k');
  // Outside the palette, E edits the issue and L its labels.
  await page.keyboard.type('eli lapels');
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('bels');
  await expect(title).toBeHidden();
  await expect(page.getByRole('dialog')).toBeHidden();
  send();
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('eli labels');
  await page.keyboard.type(' and');
  await expect(field(page)).toHaveValue('eli labels and');
  await page.keyboard.press('Escape');
  await expect(field(page)).toBeHidden();
  await page.keyboard.press('e');
  await expect(title).toBeFocused();
});
