import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { readSettings } from '@milepost/core/roadmap/settings';
import { epicNode, openWith } from '../../../testing/roadmap-page.tsx';
import { softLookOf } from '../../../timeline/soft-look.ts';
import { readEpic } from '../data/epic.ts';
import { rowsOf } from '../data/rows.ts';
import { drawFirstPaint } from '../first-paint/paint.ts';
import { viewOf } from '../view/view.ts';

afterEach(() => {
  document.documentElement.style.colorScheme = '';
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['light', 17, 40],
  ['dark', 34, 68],
])('RX-CB-02: compact bars have soft fills, an edge, and the health at the left (%s)', async (theme, soft, done) => {
  document.documentElement.style.colorScheme = theme;
  const { bar } = await openWith(
    {
      color: '#1068bf',
      healthStatus: { own: 'atRisk', issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
      descendantWeightSum: { closedIssues: 1, openedIssues: 3 },
    },
    '?density=COMPACT',
  );
  await waitFor(() => expect(bar).toHaveAttribute('data-soft', 'open'));
  const probe = document.createElement('i');
  bar.parentElement?.append(probe);
  const resolved = (color: string) => {
    probe.style.background = color;
    return getComputedStyle(probe).backgroundColor;
  };
  const over = (share: number) => resolved(`color-mix(in srgb, #1068bf ${share}%, var(--surface))`);
  const { backgroundImage, boxShadow } = getComputedStyle(bar);
  const health = resolved('var(--health-at-risk)');
  expect(backgroundImage).toContain(`${health} 0px, ${health} 3px, rgba(0, 0, 0, 0) 3px`);
  expect(backgroundImage).toContain(`linear-gradient(to right, ${over(done)} 25%, ${over(soft)} 0px)`);
  expect(boxShadow).toBe(`${resolved('color-mix(in srgb, #1068bf 34%, transparent)')} 0px 0px 0px 1px inset`);
  probe.remove();
});

test.each([
  ['light', '?density=COMPACT'],
  ['dark', '?density=COMPACT&color_by=PROGRESS'],
  ['light', '?color_by=HEALTH'],
])(
  'RX-CB-05: the bar of a closed epic is neutral at 13 % with a check of 12 px, and its title quiet (%s, %s)',
  async (theme, search) => {
    document.documentElement.style.colorScheme = theme;
    const { bar, title } = await openWith(
      { ...closed, descendantWeightSum: { closedIssues: 3, openedIssues: 1 } },
      search,
    );
    await waitFor(() => expect(bar).toHaveAttribute('data-soft', 'closed'));
    expectClosed(bar, title);
  },
);

test('RX-CB-05: the first paint draws a closed epic so, too', () => {
  const today = dayOf(2025, 7, 17);
  const settings = readSettings(parseQuery('?density=COMPACT&color_by=HEALTH'));
  const view = viewOf(settings, today);
  const epics = [readEpic(epicNode(closed))];
  const list = { topLevel: epics, hasMore: false, expanded: new Set<string>(), childrenOf: () => undefined };
  const { element } = drawFirstPaint({
    rows: rowsOf({ ...list, timeframe: view.timeframe }),
    lanes: null,
    hasMilestones: false,
    hasMore: false,
    settings,
    view,
    today,
    soft: softLookOf(settings, { groups: [], today, overdueText: () => '' }),
  });
  const [title, bar] = element.querySelectorAll<HTMLElement>('[role=listitem] a');
  if (!title || !bar) throw new Error('There is no row');
  expect(bar.dataset['soft']).toBe('closed');
  expectClosed(bar, title);
  element.remove();
});

const closed = {
  state: 'closed',
  color: '#c91c00',
  healthStatus: { own: 'atRisk', issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0 },
} as const;

/** Compares computed styles with the colors that the requirement names. */
function expectClosed(bar: HTMLElement, title: HTMLElement): void {
  const probe = document.createElement('i');
  bar.parentElement?.append(probe);
  const resolved = (color: string) => {
    probe.style.background = color;
    return getComputedStyle(probe).backgroundColor;
  };
  const neutral = resolved('color-mix(in srgb, var(--line-control) 13%, var(--surface))');
  const { backgroundImage, color } = getComputedStyle(bar);
  // The closed share has the same color, and the edge at the left is no health.
  expect(backgroundImage).toContain(`linear-gradient(to right, ${neutral} 0%, ${neutral} 0px)`);
  expect(backgroundImage).toContain(`${resolved('var(--line-control)')} 0px`);
  const quiet = resolved('var(--text-3)');
  expect(color).toBe(quiet);
  expect(getComputedStyle(title).color).toBe(quiet);
  const check = bar.querySelector('[data-mark=closed]');
  const { width, height } = (check as HTMLElement).getBoundingClientRect();
  expect([Math.round(width), Math.round(height)]).toEqual([12, 12]);
  expect(getComputedStyle(check as HTMLElement).borderBottomColor).toBe(quiet);
  probe.remove();
}
