import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { childrenAnswer, epicNode, epicsAnswer, openRoadmap } from './test-page.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const rowOf = (title: string) => screen.getByRole('row', { name: new RegExp(title) });
const row = async (title: string) => (await screen.findByRole('link', { name: title })).closest<HTMLElement>('[role=row]') as HTMLElement;

describe('asking for epics', () => {
  test('RM-PG-03, RM-QS-08 and GQ-RM-19: without an epic iid the group is asked, with its subgroups and the filters', async () => {
    const page = openRoadmap({}, '?search=swap&label_name[]=sig::node&label_name[]=beta&state=opened&confidential=true');
    await row('Epic');
    const [first] = page.askedFor('roadmapGroupEpicsWithColor');
    expect(first?.variables).toMatchObject({
      fullPath: 'kubernetes',
      includeDescendantGroups: true,
      search: 'swap',
      labelName: ['sig::node', 'beta'],
      state: 'opened',
      confidential: true,
      endCursor: '',
    });
    expect(page.askedFor('epicChildEpics')).toHaveLength(0);
  });
});
