import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { download } from '../../../platform/api/download.ts';
import { openRoadmap } from '../../../testing/roadmap-page.tsx';

vi.mock('../../../platform/api/download.ts', () => ({ download: vi.fn<typeof download>() }));

test("an image is named after the roadmap's subject, whatever the title of the page", async () => {
  const { user } = openRoadmap();
  await screen.findByRole('treegrid');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const drawing = await screen.findByRole('menuitem', { name: 'SVG' });
  // As on the page of an epic, where the roadmap is one of the tabs.
  document.title = 'Ferries · on time (&5) · kubernetes/sig-node · Milepost';
  await user.click(drawing);
  await waitFor(() => expect(vi.mocked(download)).toHaveBeenCalled());
  const [file, name] = vi.mocked(download).mock.calls[0] ?? [];
  expect(name).toBe('kubernetes-roadmap.svg');
  expect(await (file as Blob).text()).toContain('<title>Kubernetes: roadmap</title>');
});

test('Cancel stops the export: nothing is downloaded', async () => {
  vi.mocked(download).mockClear();
  const { user } = openRoadmap();
  await screen.findByRole('treegrid');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  // Nothing answers from here on.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await user.click(await screen.findByRole('menuitem', { name: 'PDF' }));
  expect(await screen.findByRole('progressbar')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(download).not.toHaveBeenCalled();
});
