import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible, graveFindings } from './setup/axe.ts';
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

  test('the list stays under the field as tokens wrap, and axe finds nothing serious in light and dark', async ({
    page,
  }) => {
    await signInOn(page);
    const labels = ['a', 'b', 'c'].map((letter) => `&label_name[]=${letter.repeat(60)}`).join('');
    await open(page, `${threeYears}${labels}&not[author_username]=maren&search=ferry`);
    await field(page).click();
    await expect
      .poll(async () => {
        const [list, input] = [await page.getByRole('listbox').boundingBox(), await field(page).boundingBox()];
        return (list?.y ?? 0) - (input?.y ?? 0);
      })
      .toBeGreaterThan(26);
    await options(page).filter({ hasText: 'Confidential' }).click();
    await options(page).filter({ hasText: 'No' }).click();
    await expect.poll(() => parameter(page, 'confidential')).toEqual(['false']);
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('@');
    await expect(options(page).first()).toBeVisible();
    await untilStill(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Recent searches' }).click();
    await untilStill(page);
    expect(await graveFindings(page, undefined, { isColorsOnly: true })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
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
