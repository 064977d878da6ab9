import { waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openWith } from '../../../testing/roadmap-page.tsx';

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

test('closed bars are neutral at 13 %, with their title in the quiet text color', async () => {
  const { bar } = await openWith({ state: 'closed', color: '#c91c00' }, '?color_by=HEALTH');
  await waitFor(() => expect(bar).toHaveAttribute('data-soft', 'closed'));
  const probe = document.createElement('i');
  bar.parentElement?.append(probe);
  probe.style.background = 'color-mix(in srgb, var(--line-control) 13%, var(--surface))';
  expect(getComputedStyle(bar).backgroundImage).toContain(getComputedStyle(probe).backgroundColor);
  probe.style.background = 'var(--text-3)';
  expect(getComputedStyle(bar).color).toBe(getComputedStyle(probe).backgroundColor);
  probe.remove();
});
