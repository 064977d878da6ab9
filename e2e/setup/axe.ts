import { AxeBuilder } from '@axe-core/playwright';
import { type CDPSession, expect, type Page } from '@playwright/test';
import { phone, wide } from './people.ts';

/** The axe rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** Whether everything else was checked in the other color scheme. */
  isColorsOnly?: boolean;
}

/** The axe violations of a page, or of a part of it, once animations have ended. */
export async function axeFindings(page: Page, part?: string, { isColorsOnly = false }: Scope = {}) {
  await page.evaluate(async () => {
    // What was just opened, or a color scheme just set, begins its animations with the next frame. When the transition of an inherited
    // color ends, that of a descendant begins, level by level.
    for (let isMoving = true, level = 0; isMoving && level < 10; level++) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      isMoving = ending.length > 0;
    }
  });
  // Run inside the page and restricted to violations, axe takes a third of the time; the slower mode supports frames, of which
  // these pages have none.
  const runOnly = isColorsOnly && { runOnly: { type: 'rule' as const, values: colorRules } };
  // The builder sends its half megabyte of source for every run; a document that was checked before has it.
  const hasAxe = await page.evaluate(() => 'axe' in window);
  const builder = new AxeBuilder({ page, ...(hasAxe && { axeSource: 'void 0' }) })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], selectors: false, ...runOnly });
  if (part !== undefined) builder.include(part);
  return (await builder.analyze()).violations;
}

/** The serious and critical ones, with their elements. */
export async function graveFindings(page: Page, part?: string, scope: Scope = {}): Promise<string[]> {
  return (await axeFindings(page, part, scope))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Asserts that axe finds nothing serious or critical on a page or in a part of it. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await graveFindings(page, part)).toEqual([]);
}

/** Asserts that axe finds nothing at all, or nothing serious or critical, and that the page does not scroll sideways. */
export async function expectSound(page: Page, state = '', isGraveOnly = false): Promise<void> {
  const all = async () => (await axeFindings(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  expect(await (isGraveOnly ? graveFindings(page) : all()), state).toEqual([]);
  await expectNoOverflow(page, state);
}

/** Asserts that nothing of the page sticks out at its sides. */
export async function expectNoOverflow(page: Page, state = ''): Promise<void> {
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(over, { message: `${state}, sticking out` }).toBeLessThanOrEqual(0);
}

interface Size {
  width: number;
  height: number;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/**
 * The same, and once more in the other color scheme on another screen: by default on a phone where the page is wide, on a wide one where
 * it is narrow. The page is resized and keeps its state.
 */
export async function expectSoundOnScreens(
  page: Page,
  state = '',
  { other, isGraveOnly = false }: { other?: Size; isGraveOnly?: boolean } = {},
): Promise<void> {
  const screen = page.viewportSize();
  if (!screen) throw new Error('The page has no size');
  const isPhone = ({ width }: Size) => width <= phone.viewport.width;
  const size = other ?? (isPhone(screen) ? wide.viewport : phone.viewport);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const touch = async (enabled: boolean) => (await session).send('Emulation.setTouchEmulationEnabled', { enabled });
  await expectSound(page, state, isGraveOnly);
  await touch(isPhone(size));
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await page.setViewportSize(size);
  await expectSound(page, `${state}, ${size.width} px wide`, isGraveOnly);
  await touch(isPhone(screen));
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await page.setViewportSize(screen);
}
