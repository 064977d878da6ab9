import { readSettings } from '@milepost/core/roadmap/settings';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt } from '../../../testing/page.tsx';
import { LinksDialog } from './LinksDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['PAGE', 'Create link'],
  ['FEED', 'Create address'],
] as const)('an empty list of %s shows its note below the form, at a distance from the button', async (kind, make) => {
  const none = { nodes: [] };
  fakeServer({ roadmapLinks: () => ({ group: { id: 'g', roadmapLinks: none, roadmapFeeds: none } }) });
  await renderAt(
    '/',
    <LinksDialog fullPath="castle" settings={readSettings([])} kind={kind} canMake onClose={() => undefined} />,
  );
  const said = (await screen.findByText('None yet')).getBoundingClientRect();
  const button = screen.getByRole('button', { name: make }).getBoundingClientRect();
  expect(said.top - button.bottom).toBeGreaterThanOrEqual(16);
});
