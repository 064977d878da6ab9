import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The rules of axe whose verdict depends on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** Whether everything else was checked in the other colour scheme. */
  isColoursOnly?: boolean;
}

/** What axe finds on a page, or in a part of it, once nothing moves or fades there any more. */
export async function axeFindings(page: Page, part?: string, { isColoursOnly = false }: Scope = {}) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  // Asked within the page, and for violations alone, axe takes a third of the time; the other way serves frames, of which these have none.
  const runOnly = isColoursOnly && { runOnly: { type: 'rule' as const, values: colourRules } };
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], ...runOnly });
  if (part !== undefined) builder.include(part);
  return (await builder.analyze()).violations;
}

/** What of it is serious or critical, with the elements. */
export async function graveFindings(page: Page, part?: string, scope: Scope = {}): Promise<string[]> {
  return (await axeFindings(page, part, scope))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Holds a page, or a part of it, to this: axe finds nothing serious or critical. */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  expect(await graveFindings(page, part)).toEqual([]);
}
