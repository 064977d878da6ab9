import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, type Asked } from '../../testing/page.tsx';
import { session, setSession } from '../../platform/session/session.ts';
import { YourWorkPage } from './YourWorkPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const variables = ({ body }: Asked) => (body as { variables: Record<string, unknown> }).variables;

test('TM-YW-01: tabs have their open counts, and tab, sort and filter are in the address', async () => {
  const before = session();
  setSession({ ...before, viewer: { ...before.viewer, id: 1, username: 'ada', name: 'Ada Okafor' } as never });
  const asked = fakeServer({
    yourWork: (each) => ({
      currentUser: {
        id: 'u',
        yourWorkCounts: { assigned: 12, created: 1001, mentioned: 3, epics: 0 },
        yourWork: {
          nodes:
            variables(each)['tab'] === 'EPICS'
              ? []
              : [
                  {
                    id: 'i',
                    title: 'End-to-end tests',
                    state: 'OPEN',
                    confidential: false,
                    webPath: '/shop/-/issues/5',
                    reference: 'shop#5',
                    updatedAt: '2026-01-01T00:00:00Z',
                    createdAt: '2026-01-01T00:00:00Z',
                    workItemType: { id: 't', name: 'Issue' },
                  },
                ],
          pageInfo: { hasNextPage: false, endCursor: null },
        },
      },
    }),
  });
  const { user, address } = await renderAt('/-/your_work?tab=mentioned&sort=due_date_asc', <YourWorkPage />);
  const list = within(await screen.findByRole('list', { name: 'Mentioned' }));
  expect(list.getByRole('link', { name: 'End-to-end tests' })).toHaveAttribute('href', '/shop/-/issues/5');
  expect(variables(asked[0] as Asked)).toMatchObject({ tab: 'MENTIONED', state: 'OPENED', sort: 'DUE_DATE_ASC' });
  expect(screen.getByRole('tab', { name: /Assigned/ })).toHaveTextContent('12');
  expect(screen.getByRole('tab', { name: /Created/ })).toHaveTextContent('1,000+');
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'closed');
  await waitFor(() => expect(address()).toBe('/-/your_work?tab=mentioned&sort=due_date_asc&state=closed'));
  await user.click(screen.getByRole('tab', { name: /Owned epics/ }));
  expect(await screen.findByText('No matching items')).toBeVisible();
  expect(address()).toContain('tab=epics');
  setSession(before);
});
