import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fitCellWidth,
  headHeight,
  leastCellWidth,
  metricsAt,
  milestonesCollapsedHeight,
  milestonesHeight,
  progressBarWidth,
  smallBarWidth,
} from './metrics.ts';

const file = '../styles/tokens.css';
const tokens = readFileSync(fileURLToPath(new URL(file, import.meta.url).href), 'utf8');

/** The pixels of a token: in :root, or in the media query that begins with `media`. */
function token(name: string, media?: string): number {
  const from = media === undefined ? 0 : tokens.indexOf(media);
  return Number(new RegExp(`--roadmap-${name}: (\\d+)px`).exec(tokens.slice(from))?.[1]);
}

describe('metrics', () => {
  test('sizes match the design tokens', () => {
    expect(metricsAt(1440)).toMatchObject({
      detailsWidth: token('details-width'),
      rowHeight: token('row-height'),
    });
    expect(metricsAt(1440, 'labels').rowHeight).toBe(token('row-height-labels'));
    expect(metricsAt(1440, 'compact').rowHeight).toBe(token('row-height-compact'));
    expect(metricsAt(1023).detailsWidth).toBe(token('details-width', '@media (max-width: 1023px)'));
    const phone = '@media (max-width: 640px) {';
    expect(metricsAt(640)).toMatchObject({
      detailsWidth: 0,
      rowHeight: token('row-height', phone),
      isPhone: true,
    });
    expect(metricsAt(390, 'labels').rowHeight).toBe(token('row-height-labels', phone));
    expect(leastCellWidth('QUARTERS', false)).toBe(token('cell-quarter'));
    expect(leastCellWidth('QUARTERS', true)).toBe(token('cell-quarter', phone));
    expect(leastCellWidth('MONTHS', false)).toBe(token('cell-month'));
    expect(leastCellWidth('WEEKS', true)).toBe(token('cell-week'));
    expect([smallBarWidth, progressBarWidth]).toEqual([token('bar-small'), token('bar-progress')]);
    expect([headHeight, milestonesHeight, milestonesCollapsedHeight]).toEqual([
      token('head-height'),
      token('milestones-height'),
      token('milestones-collapsed-height'),
    ]);
  });

  test('three years fit a window of 1440 px without scrolling', () => {
    const { detailsWidth, rightSpace } = metricsAt(1440);
    const [rail, scrollbar] = [56, 8];
    expect(rail + scrollbar + detailsWidth + 12 * leastCellWidth('QUARTERS', false) + rightSpace).toBeLessThanOrEqual(
      1440,
    );
  });

  test('twenty years fit a window of 1440 px without scrolling', () => {
    const { detailsWidth, rightSpace } = metricsAt(1440);
    expect(56 + 8 + detailsWidth + 20 * leastCellWidth('YEARS', false) + rightSpace).toBeLessThanOrEqual(1440);
  });

  test('cells fill the available width in whole pixels, and never shrink below their minimum width', () => {
    fc.assert(
      fc.property(fc.nat(4000), fc.integer({ min: 1, max: 160 }), (free, count) => {
        const width = fitCellWidth(free, count, 84);
        expect(Number.isInteger(width) && width >= 84).toBe(true);
        expect(width === 84 || (width * count <= free && (width + 1) * count > free)).toBe(true);
      }),
    );
  });
});
