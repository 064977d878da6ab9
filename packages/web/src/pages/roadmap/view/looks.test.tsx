import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lane, lanesAnswer } from '../../../testing/roadmap-lanes.ts';
import { epicNode, epicsAnswer, openRoadmap, summaryAnswer } from '../../../testing/roadmap-page.tsx';

const range = 'range_from=2025-04-01&range_to=2025-09-30';
const lists = /^(roadmap|epicChild|groupMilestones)/;

test.each(['', '&group_by=LABEL:stage'])(
  'another color, density and zoom ask the server for nothing that is there already (%s)',
  async (grouping) => {
    const { askedFor, asked, history } = openRoadmap(
      {
        roadmapLanes: () => lanesAnswer([lane('beta', 2)]),
        roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode({ title: 'One' }), epicNode({ title: 'Two' })]),
        roadmapSummary: () => summaryAnswer({}),
      },
      `?${range}&layout=WEEKS${grouping}`,
    );
    await screen.findByRole('link', { name: 'One' });
    await waitFor(() => expect(askedFor('roadmapSummary')).toHaveLength(1));
    await settled();
    const one = screen.getByRole('link', { name: 'One' });
    for (const [look, isShown] of [
      ['layout=WEEKS&color_by=HEALTH', '[role=treegrid] [data-soft]'],
      ['layout=WEEKS&density=COMPACT', '[data-density=compact]'],
      ['layout=MONTHS', '[data-preset=MONTHS]'],
      ['layout=WEEKS', '[data-preset=WEEKS]'],
    ] as const) {
      const before = asked.length;
      history.replace(`/groups/kubernetes/-/roadmap?${range}${grouping}&${look}`);
      await waitFor(() => expect(document.querySelector(isShown)).toBeTruthy());
      await settled();
      const names = asked.slice(before).map(({ name }) => name);
      expect([look, names.filter((name) => lists.test(name))]).toEqual([look, []]);
      // No row was taken away meanwhile.
      expect(screen.getByRole('link', { name: 'One' })).toBe(one);
    }
  },
);

/** Longer than what is loaded after the first paint takes. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 400));
