import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './setup/axe.ts';
import { signInOn } from './setup/people.ts';
import { untilStill } from './setup/quiet.ts';

const roadmap = '/groups/tidewater/-/roadmap';
const threeYears = `${roadmap}?timeframe_range_type=THREE_YEARS`;

const bar = (page: Page): Locator => page.getByRole('search', { name: 'Filter epics' });
const field = (page: Page): Locator => page.getByRole('combobox', { name: 'Search epics' });
const options = (page: Page): Locator => page.getByRole('option');
const tokens = (page: Page): Locator => bar(page).getByRole('list', { name: 'Filters' }).locator('[data-body]');
const parameter = (page: Page, name: string): string[] => new URL(page.url()).searchParams.getAll(name);

async function open(page: Page, address = threeYears): Promise<void> {
  await page.goto(address);
  await expect(bar(page)).toBeVisible();
}

/** The accessible names of the tokens. */
async function names(page: Page): Promise<(string | null)[]> {
  return tokens(page).evaluateAll((all) => all.map((token) => token.getAttribute('aria-label')));
}

/** Focuses the field by keyboard, with the list open. */
async function begin(page: Page): Promise<void> {
  await field(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('listbox', { name: 'Filter by' })).toBeVisible();
}

/** Types the name of a filter or an operator, and chooses the option with that name. */
async function take(page: Page, name: string): Promise<void> {
  await page.keyboard.type(name);
  const line = options(page)
    .filter({ hasText: new RegExp(`^${name}`) })
    .first();
  await expect(line).toBeVisible();
  for (let step = 0; step < 4 && (await line.getAttribute('data-active')) === null; step += 1)
    await page.keyboard.press('ArrowDown');
  await expect(line).toHaveAttribute('data-active', 'true');
  await page.keyboard.press('Enter');
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('RM-FB-05, RM-FB-06 and RM-FB-08: a visitor is not offered people and reactions', async ({ page }) => {
    await open(page);
    await begin(page);
    await expect(options(page)).toHaveText([
      /^Label/,
      /^Milestone/,
      /^Epic/,
      'Group',
      'Confidential',
      'Risk',
      'Status',
      'Benefits',
      'Piers',
    ]);
  });

  test('every kind of token can be chosen by keyboard alone, and each is written to the URL', async ({ page }) => {
    await signInOn(page);
    await open(page);
    const before = await page.evaluate(() => history.length);
    const first = (): Locator =>
      options(page)
        .filter({ hasNotText: /^(None|Any|Upcoming|Started)/ })
        .first();
    /** The first offered value: its name, and the URL parameters after it was chosen. */
    const pickFirst = async (): Promise<void> => {
      await expect(first()).toHaveAttribute('data-active', 'true');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('listbox')).toBeHidden();
    };

    await begin(page);
    await take(page, 'Author');
    await take(page, 'is not');
    await expect(first()).toContainText('Maren Holt');
    await pickFirst();
    await expect.poll(() => parameter(page, 'not[author_username]')).toEqual(['maren']);

    await page.keyboard.type('~acc');
    await pickFirst();
    await expect.poll(() => parameter(page, 'label_name[]')).toHaveLength(1);

    await page.keyboard.type('%');
    await pickFirst();
    await expect.poll(() => parameter(page, 'milestone_title')).toHaveLength(1);

    await page.keyboard.type('&');
    await pickFirst();
    await expect.poll(() => parameter(page, 'epic_iid')[0]).toMatch(/^tidewater[\w/-]*::&\d+$/);

    await begin(page);
    await take(page, 'My reaction');
    await take(page, 'is');
    await pickFirst();
    await expect.poll(() => parameter(page, 'my_reaction_emoji')).toEqual(['thumbsup']);

    await begin(page);
    await take(page, 'Group');
    await pickFirst();
    await expect.poll(() => parameter(page, 'group_path')).toEqual(['tidewater']);

    await begin(page);
    await take(page, 'Confidential');
    await pickFirst();
    await expect.poll(() => parameter(page, 'confidential')).toEqual(['true']);

    await page.keyboard.type('ferry pier');
    await page.keyboard.press('Enter');
    await expect.poll(() => parameter(page, 'search')).toEqual(['ferry pier']);

    await expect.poll(() => names(page)).toHaveLength(8);
    expect(await page.evaluate(() => history.length)).toBe(before);

    // The same URL gives the same tokens on another page.
    const here = await names(page);
    await page.reload();
    await expect(tokens(page)).toHaveCount(8);
    expect(new Set(await names(page))).toEqual(new Set(here));
  });

  test('a URL from another program shows its tokens, including unknown names, and is unchanged after one is removed and added again', async ({
    page,
  }) => {
    await open(
      page,
      `${threeYears}&label_name[]=of%20old&or[label_name][]=a&or[label_name][]=b&not[author_username]=maren&custom-field[7]=3&search=swap`,
    );
    await expect
      .poll(() => names(page))
      .toEqual(['Author is not @maren', 'Label is ~of old', 'Label is one of ~a, ~b', 'custom-field[7] is 3', 'swap']);
    await page.getByRole('button', { name: 'Remove filter Label is ~of old' }).click();
    await expect.poll(() => parameter(page, 'label_name[]')).toEqual([]);
    await field(page).click();
    await page.keyboard.type('~"of old"');
    await expect(page.getByText('No suggestions found', { exact: true }).last()).toBeVisible();
    await page.keyboard.press('Enter');
    await expect.poll(() => parameter(page, 'label_name[]')).toEqual(['of old']);
    expect(parameter(page, 'or[label_name][]')).toEqual(['a', 'b']);
    expect(parameter(page, 'custom-field[7]')).toEqual(['3']);
    expect(parameter(page, 'search')).toEqual(['swap']);
  });

  test('the arrow keys move into the tokens, Backspace removes and Enter edits', async ({ page }) => {
    await open(page, `${threeYears}&label_name[]=a&confidential=false`);
    await field(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Confidential is No', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeFocused();
    await expect(options(page)).toHaveText(['Yes', 'No']);
    await page.keyboard.press('Enter');
    await expect.poll(() => parameter(page, 'confidential')).toEqual(['true']);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await expect.poll(() => parameter(page, 'label_name[]')).toEqual([]);
    await expect(page.getByRole('button', { name: 'Confidential is Yes', exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field(page)).toBeFocused();
  });

  test('FS-RS-05, FS-RS-06 and FS-RS-08: recent searches persist in this browser, for this group', async ({ page }) => {
    await open(page);
    await field(page).click();
    await page.keyboard.type('ferry');
    await page.keyboard.press('Enter');
    await expect.poll(() => parameter(page, 'search')).toEqual(['ferry']);
    const stored = await page.evaluate(() => localStorage.getItem('tidewater-epics-recent-searches'));
    expect(stored).toContain('ferry');
    await open(page);
    await page.getByRole('button', { name: 'Recent searches' }).click();
    await page.getByRole('menuitem', { name: 'ferry' }).click();
    await expect.poll(() => parameter(page, 'search')).toEqual(['ferry']);
    await page.getByRole('button', { name: 'Recent searches' }).click();
    await page.getByRole('menuitem', { name: 'Clear recent searches' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('tidewater-epics-recent-searches'))).toBeNull();
  });

  test('ER-IS-21: recent searches that cannot be read are reported', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('tidewater-epics-recent-searches', '{'));
    await open(page);
    await expect(page.getByRole('alert')).toContainText('An error occurred while parsing recent searches');
  });

  for (const [row, keys, sentence] of [
    ['ER-RM-06', '&x', 'There was a problem fetching epics'],
    ['ER-RM-07', '@x', 'There was a problem fetching users.'],
    ['ER-RM-08', '~x', 'There was a problem fetching labels.'],
    ['ER-RM-09', '~', 'There was a problem fetching latest labels.'],
  ] as const)
    test(`${row}: when the server does not answer, typing ${keys} shows "${sentence}"`, async ({ page }) => {
      await signInOn(page);
      await open(page);
      await page.route('**/api/graphql', (route) =>
        route.fulfill({ status: 200, json: { errors: [{ message: 'broken' }] } }),
      );
      await field(page).click();
      await page.keyboard.type(keys);
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveText(sentence);
    });

  test('pressing chooses too, and the list stays under the field as tokens wrap', async ({ page }) => {
    await open(
      page,
      `${threeYears}&label_name[]=${'a'.repeat(60)}&label_name[]=${'b'.repeat(60)}&label_name[]=${'c'.repeat(60)}`,
    );
    await field(page).click();
    const [list, input] = [await page.getByRole('listbox').boundingBox(), await field(page).boundingBox()];
    expect((list?.y ?? 0) - (input?.y ?? 0)).toBeGreaterThan(26);
    await options(page).filter({ hasText: 'Confidential' }).click();
    await options(page).filter({ hasText: 'No' }).click();
    await expect.poll(() => parameter(page, 'confidential')).toEqual(['false']);
    await expect(field(page)).toBeFocused();
  });

  for (const colorScheme of ['light', 'dark'] as const)
    test(`axe finds nothing serious with tokens and the list in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await signInOn(page);
      await open(page, `${threeYears}&label_name[]=a&not[author_username]=maren&search=ferry`);
      await field(page).click();
      await page.keyboard.type('@');
      await expect(options(page).first()).toBeVisible();
      await untilStill(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Recent searches' }).click();
      await untilStill(page);
      await expectAccessible(page);
    });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the field uses 16 px text, and the list spans the screen below the field', async ({ page }) => {
    await open(page, `${threeYears}&label_name[]=a`);
    await field(page).tap();
    const list = page.getByRole('listbox');
    await expect(list).toBeVisible();
    expect(await field(page).evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
    const [box, input] = [await list.locator('..').boundingBox(), await field(page).boundingBox()];
    expect(box?.width).toBe(374);
    expect(box?.y ?? 0).toBeGreaterThan((input?.y ?? 0) + (input?.height ?? 0) - 1);
    for (const option of await options(page).all())
      expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await options(page).filter({ hasText: 'Confidential' }).tap();
    await options(page).filter({ hasText: 'Yes' }).tap();
    await expect.poll(() => parameter(page, 'confidential')).toEqual(['true']);
    await expectAccessible(page);
  });
});

test.describe('dates', () => {
  test('a new epic gets its dates from calendars, by keyboard, and axe finds nothing serious', async ({ page }) => {
    await signInOn(page);
    await page.goto('/groups/tidewater/-/epics/new');
    const start = page.getByRole('textbox', { name: 'Start date' });
    await start.fill('2026-03-10');
    await page.keyboard.press('ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Choose date' });
    await expect(calendar.getByRole('gridcell', { name: 'Tuesday, March 10, 2026' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('PageDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(start).toHaveValue('2026-04-11');
    await expect(calendar).toBeHidden();
    await expect(start).toBeFocused();
    const due = page.getByRole('textbox', { name: 'Due date' });
    await due.click();
    await due.fill('2026-04-20');
    await expect(calendar.locator('[data-range]')).toHaveCount(10);
    await calendar.getByRole('gridcell', { name: 'Thursday, April 9, 2026' }).click({ force: true });
    await expect(due).toHaveValue('2026-04-20');
    await calendar.getByRole('gridcell', { name: 'Thursday, April 30, 2026' }).click();
    await expect(due).toHaveValue('2026-04-30');
  });
});
