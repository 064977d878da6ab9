import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRoadmap } from '../../../testing/roadmap-page.tsx';

/** The names of the files that the page downloaded, and what they hold. */
let names: string[] = [];
let files: Blob[] = [];

beforeEach(() => {
  [names, files] = [[], []];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:file';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => void vi.restoreAllMocks());

test("an image is named after the roadmap's subject, whatever the title of the page", async () => {
  const { user } = openRoadmap();
  await screen.findByRole('treegrid');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  const drawing = await screen.findByRole('menuitem', { name: 'SVG' });
  // As on the page of an epic, where the roadmap is one of the tabs.
  document.title = 'Ferries · on time (&5) · kubernetes/sig-node · Milepost';
  await user.click(drawing);
  await waitFor(() => expect(names).toEqual(['kubernetes-roadmap.svg']));
  expect(await files.at(-1)?.text()).toContain('<title>Kubernetes: roadmap</title>');
});

test('Cancel stops the export: nothing is downloaded', async () => {
  const { user } = openRoadmap();
  await screen.findByRole('treegrid');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  // Nothing answers from here on.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await user.click(await screen.findByRole('menuitem', { name: 'PDF' }));
  expect(await screen.findByRole('progressbar')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(names).toEqual([]);
});

test('more epics than a drawing holds are refused with the limit and their number', async () => {
  const { user } = openRoadmap({ roadmapEpicCount: () => ({ group: { id: '1', epics: { count: 10_001 } } }) });
  await screen.findByRole('treegrid');
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Slides (PDF)' }));
  expect(await screen.findByText(/^10,001 epics match, and a drawing holds at most 10,000/)).toBeVisible();
});
