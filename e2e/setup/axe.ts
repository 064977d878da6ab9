import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page } from '@playwright/test';
import type { default as Axe, Result } from 'axe-core';
import { checkEqualTextsOnce } from './equal-texts.ts';
import { phone, wide } from './people.ts';

/** The axe rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** Whether everything else was checked in the other color scheme. */
  isColorsOnly?: boolean;
}

let source: string | undefined;
/** The minified axe, with half of the size of the one that the package exports. */
const axeSource = (): string =>
  (source ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));

/**
 * The axe violations of a page, or of a part of it, once animations have ended. Frames are left out: these pages have none that matter
 * (`@axe-core/playwright` reads those of diagrams).
 */
export async function axeFindings(page: Page, part?: string, { isColorsOnly = false }: Scope = {}): Promise<Result[]> {
  const rules = isColorsOnly ? colorRules : undefined;
  // A document that was checked before has axe.
  const findings = await runAxe(page, part, rules);
  if (findings) return findings;
  await page.evaluate(axeSource());
  await page.evaluate(rememberColors);
  await checkEqualTextsOnce(page);
  return (await runAxe(page, part, rules)) ?? [];
}

/** Runs in the page. Axe parses the colors of every text and its backgrounds anew, which takes a quarter of its time. */
function rememberColors(): void {
  interface Color {
    r: number;
    g: number;
    b: number;
    alpha: number;
    parseString(text: string): Color;
  }
  const { axe } = window as unknown as { axe: { commons: { color: { Color: { prototype: Color } } } } };
  const { prototype } = axe.commons.color.Color;
  // oxlint-disable-next-line unbound-method -- called with the color below
  const { parseString } = prototype;
  const known = new Map<string, [number, number, number, number]>();
  prototype.parseString = function parse(this: Color, text) {
    const found = known.get(text);
    if (found) {
      [this.r, this.g, this.b, this.alpha] = found;
      return this;
    }
    const color = parseString.call(this, text);
    known.set(text, [color.r, color.g, color.b, color.alpha]);
    return color;
  };
}

/** One call of the page, restricted to violations. Returns null if the document has no axe yet. */
const runAxe = (page: Page, part?: string, rules?: readonly string[]): Promise<Result[] | null> =>
  page.evaluate(
    async ([within, only]) => {
      const { axe } = window as unknown as { axe?: typeof Axe };
      if (!axe) return null;
      // What was just opened, or a color scheme just set, begins its animations with the next frame. When the transition of an inherited
      // color ends, that of a descendant begins, level by level.
      for (let isMoving = true, level = 0; isMoving && level < 10; level++) {
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
        await Promise.allSettled(ending.map(({ finished }) => finished));
        isMoving = ending.length > 0;
      }
      const { violations } = await axe.run(within === undefined ? document : { include: [[within]] }, {
        resultTypes: ['violations'],
        selectors: false,
        ...(only && { runOnly: { type: 'rule', values: [...only] } }),
      });
      return violations;
    },
    [part, rules] as const,
  );

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
  const devtools = await session;
  // At the same time, so that the page renders once.
  const show = (shown: Size, colorScheme: 'light' | 'dark') =>
    Promise.all([
      devtools.send('Emulation.setTouchEmulationEnabled', { enabled: isPhone(shown) }),
      page.emulateMedia({ colorScheme }),
      page.setViewportSize(shown),
    ]);
  await expectSound(page, state, isGraveOnly);
  await show(size, isDark ? 'light' : 'dark');
  await expectSound(page, `${state}, ${size.width} px wide`, isGraveOnly);
  await show(screen, isDark ? 'dark' : 'light');
}
