import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { epicNode, epicsAnswer, openRoadmap } from '../../../testing/roadmap-page.tsx';

// The page loads these parts when they are asked for: tests find them at once.
await Promise.all([import('./ExportImageDialog.tsx'), import('./make-file.ts')]);
await Promise.all([import('./slides.ts'), import('./slide-facts.ts')]);

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

test('RX-PX-06: drawings of more epics or slides than the limits are refused with the limit and the number', async () => {
  let count = 10_001;
  const nodes = Array.from({ length: 3_619 }, (_, index) => epicNode({ title: `Epic ${index}` }));
  const { user } = openRoadmap({
    roadmapEpicCount: () => ({ group: { id: '1', epics: { count } } }),
    // Exports ask for pages of 100, the chart for smaller ones.
    roadmapGroupEpicsWithColor: ({ first }) => epicsAnswer(first === 100 ? nodes : nodes.slice(0, 1)),
  });
  await screen.findByRole('treegrid');
  const take = async (kind: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name: kind }));
  };
  const close = async (): Promise<void> => {
    const dialog = within(screen.getByRole('dialog', { name: 'Export' }));
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  };
  for (const kind of ['SVG', 'PNG', 'PDF', 'Slides (PDF)']) {
    await take(kind);
    expect(await screen.findByText(/^10,001 epics match, and a drawing holds at most 10,000/)).toBeVisible();
    await close();
  }
  // Fewer epics, of which 18 are on a slide.
  count = nodes.length;
  await take('Slides (PDF)');
  const refusal = await screen.findByText(/^This roadmap takes 202 slides, and a file/, {}, { timeout: 15_000 });
  expect(refusal).toHaveTextContent('holds at most 200');
  expect(names).toEqual([]);
});
