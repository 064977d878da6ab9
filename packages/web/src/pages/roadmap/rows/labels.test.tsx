/// <reference types="@vitest/browser-playwright" />
import { cleanup, within } from '@testing-library/react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { openWith } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('RX-KB-08: on a phone a label is a target of 44 px that leaves the marks and the bar to themselves', async () => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(390, 844);
  const nodes = ['backend', 'frontend', 'documentation', 'infrastructure'].map((title) => ({
    id: title,
    title,
    color: '#217645',
    textColor: '#fff',
    description: null,
  }));
  const blocker = { id: 'gid://gitlab/WorkItem/9000', title: 'Other', features: { startAndDueDate: null } };
  const linkedWorkItems = {
    nodes: [{ linkId: 'l', linkType: 'is_blocked_by', lagDays: 0, workItemState: 'OPEN' as const, workItem: blocker }],
  };
  const { row } = await openWith({ labels: { nodes }, linkedWorkItems }, '?show_labels=true');
  const chip = within(row).getByRole('button', { name: 'Filter by label backend' });
  const mark = within(row).getByRole('button', { name: /^Blocked by/ });
  expect([chip, mark].map((each) => each.getBoundingClientRect().height)).toEqual([44, 44]);
  const at = (dy: number): Element | null => {
    const { left, width, top, height } = chip.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2 + dy);
  };
  // The strip of the bar begins 18 px below its middle.
  for (const dy of [-21, 0, 17]) expect(chip.contains(at(dy)), `label, ${dy} px`).toBe(true);
  // Where both are, the mark is in front. It ends above the visible part of the label, and its icon is in the middle of its line.
  expect(getComputedStyle(mark).position).toBe('relative');
  expect(mark.getBoundingClientRect().bottom).toBeLessThanOrEqual(chip.getBoundingClientRect().top + 13);
  const icon = mark.querySelector('svg')?.getBoundingClientRect();
  const line = within(row).getByRole('rowheader').getBoundingClientRect();
  expect(icon && icon.top + icon.height / 2 - line.top).toBeCloseTo(8 + 20 + 8, 0);
  const bar = row.querySelector('a[data-card]');
  const { left, width } = chip.getBoundingClientRect();
  const above = document.elementFromPoint(left + width / 2, (bar?.getBoundingClientRect().top ?? 0) + 1);
  expect(bar?.contains(above)).toBe(true);
});

test('RX-KB-08: on a tablet a label is a target of 44 px below the title, and of 24 px below a mark that is a button', async () => {
  await page.viewport(1024, 768);
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  onTestFinished(async () => {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
    await page.viewport(1440, 900);
  });
  const nodes = [{ id: 'backend', title: 'backend', color: '#217645', textColor: '#fff', description: null }];
  const { row } = await openWith({ labels: { nodes } }, '?show_labels=true');
  const chip = within(row).getByRole('button', { name: 'Filter by label backend' });
  expect(matchMedia('(pointer: coarse)').matches).toBe(true);
  const { top, bottom, height } = chip.getBoundingClientRect();
  expect(height).toBe(44);
  expect(top).toBeGreaterThanOrEqual(
    within(row)
      .getByRole('link', { name: /^(?!.*,)/ })
      .getBoundingClientRect().bottom,
  );
  expect(bottom).toBeLessThanOrEqual(row.getBoundingClientRect().bottom);
});
