import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The axe rules whose result depends on the color scheme. */
const colorRules = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** Whether everything else was checked in the other color scheme. */
  isColorsOnly?: boolean;
}

/** The axe violations of a page, or of a part of it, once animations have ended. */
export async function axeFindings(page: Page, part?: string, { isColorsOnly = false }: Scope = {}) {
  await page.evaluate(async () => {
    // What was just opened, or a color scheme just set, begins its animations with the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
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
