import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openRoadmap } from '../../../testing/roadmap-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('the toolbar names what bars are colored by beside the grouping, and its menu has the label scopes in use', async () => {
  const { user, search, container } = openRoadmap({
    roadmapLabelScopes: () => ({ group: { id: 'g', epicLabelScopes: [{ scope: 'stage' }, { scope: 'team' }] } }),
  });
  const names = ['Group by: None', 'Color by: Epic color', 'Views', 'Export', 'Settings'];
  await screen.findByRole('button', { name: 'Color by: Epic color' });
  const buttons = screen.getAllByRole('button').map((button) => button.ariaLabel ?? button.textContent);
  expect(buttons.filter((name) => names.includes(name))).toEqual(names);
  await user.click(screen.getByRole('button', { name: 'Color by: Epic color' }));
  const items = await screen.findAllByRole('menuitemradio');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Epic color',
    'stage::*',
    'team::*',
    'Health',
    'Status',
    'Progress',
    'Group',
  ]);
  expect(items[0]).toHaveAttribute('aria-checked', 'true');
  await user.click(screen.getByRole('menuitemradio', { name: 'stage::*' }));
  await waitFor(() => expect(search().get('color_by')).toBe('LABEL:stage'));
  const button = await screen.findByRole('button', { name: 'Color by: stage::*' });
  expect(within(button).getByText('Color by')).toBeVisible();
  container.style.width = '1100px';
  await waitFor(() => expect(within(button).getByText('Color by')).not.toBeVisible());
  expect(within(button).getByText('stage::*')).toBeVisible();
  // On a wide screen the settings have no second list of the same choices.
  await user.click(await screen.findByRole('button', { name: 'Settings' }));
  await screen.findByRole('radiogroup', { name: 'Density' });
  expect(screen.queryByRole('radiogroup', { name: 'Color by' })).toBeNull();
});
