import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { AbuseReportsPage } from './AbuseReportsPage.tsx';

const admin = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: true };

beforeEach(() => setSession({ viewer: admin }));
afterEach(() => {
  vi.unstubAllGlobals();
  setSession({});
});

const gwen = { id: 4, name: 'Gwen', username: 'gwen', state: 'active' };
const dana = { id: 5, name: 'Dana', username: 'dana', state: 'active' };
const report = (id: number, from: string) => ({
  id,
  category: 'spam',
  reported_from_url: from,
  state: 'open',
  created_at: '2026-11-01T00:00:00Z',
  user: gwen,
  reporter: dana,
});

test('the page is for administrators, and the refusal says so', async () => {
  setSession({ viewer: { ...admin, isAdmin: false } });
  const asked = fakeServer({});
  await renderAt('/admin/abuse_reports', <AbuseReportsPage />);
  expect(screen.getByRole('heading', { name: "You don't have access" })).toBeVisible();
  expect(screen.getByText('Only administrators of this server can open this page.')).toBeVisible();
  expect(document.title).toBe("You don't have access · Milepost");
  expect(asked).toEqual([]);
});

test('only a URL of this site is a link', async () => {
  const { origin } = window.location;
  fakeServer({
    'GET /-/abuse_reports': () => [
      report(1, `${origin}/a/b/-/issues/5?x=1#note_2`),
      report(2, 'https://evil.example/a'),
      report(3, `${origin}//evil.example/a`),
      report(4, 'no address'),
    ],
  });
  await renderAt('/admin/abuse_reports', <AbuseReportsPage />);
  const list = await screen.findByRole('list', { name: 'Abuse reports' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(4);
  const links = within(list).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/a/b/-/issues/5?x=1#note_2']);
});

test('a user is banned, and the report is closed', async () => {
  const asked = fakeServer({
    'GET /-/abuse_reports': () => [report(1, 'https://elsewhere.example')],
    'POST /api/v4/users/4/ban': () => true,
    'PUT /-/abuse_reports/1': () => ({}),
  });
  const { user } = await renderAt('/admin/abuse_reports', <AbuseReportsPage />);
  await user.click(await screen.findByRole('button', { name: 'Ban Gwen' }));
  await user.click(screen.getByRole('button', { name: 'Close report' }));
  await vi.waitFor(() =>
    expect(asked.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /api/v4/users/4/ban',
      'PUT /-/abuse_reports/1',
    ]),
  );
});
