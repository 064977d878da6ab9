import { expect, test } from '@playwright/test';
import { graveFindings } from './setup/axe.ts';

/** Rows of equal texts with enough contrast, and a bar that lies beside them. */
const list = `<!doctype html><html lang="en"><head><title>List</title><style>
  body { background: #fff; color: #222; font: 16px sans-serif; margin: 0 }
  li { position: relative; height: 40px; list-style: none }
  i { position: absolute; z-index: -1; inset: 0; width: 10px; left: 600px }
</style></head><body><main><h1>List</h1><ul>${'<li><i></i><b><span>A text</span></b></li>'.repeat(8)}</ul></main></body></html>`;

// Each is what the last row alone has; its text is equal to the others but for that.
const changes: readonly (readonly [what: string, selector: string, style: string])[] = [
  ['color', 'li:last-child span', 'color: #bbb'],
  ['background', 'li:last-child', 'background: #333'],
  ['background of the text', 'li:last-child span', 'background: #444'],
  ['opacity', 'li:last-child b', 'opacity: 0.3'],
  ['a bar behind it', 'li:last-child i', 'left: 0; width: 600px; background: #333'],
];

test('axe finds each text whose contrast is too low, though it checked equal ones before', async ({ page }) => {
  await page.setContent(list);
  expect(await graveFindings(page)).toEqual([]);
  for (const [what, selector, style] of changes) {
    await page.locator(selector).evaluate((element, text) => element.setAttribute('style', text), style);
    const [found = '', ...others] = await graveFindings(page);
    expect(others, what).toEqual([]);
    expect(found, what).toMatch(/^color-contrast: <span[^|]*>A text<\/span>$/);
    await page.locator(selector).evaluate((element) => element.removeAttribute('style'));
    expect(await graveFindings(page), what).toEqual([]);
  }
  // A larger text needs less contrast than one of the same color.
  const shade = (size: number) => `color: #888; font-size: ${size}px`;
  const texts = page.locator('li span');
  await texts.first().evaluate((element, text) => element.setAttribute('style', text), shade(30));
  expect(await graveFindings(page)).toEqual([]);
  await texts.last().evaluate((element, text) => element.setAttribute('style', text), shade(16));
  expect(await graveFindings(page)).toHaveLength(1);
});
