import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt } from '../../testing/page.tsx';
import { AuditLogPage } from './AuditLogPage.tsx';

const sessionOf = (isAdmin: boolean) => ({
  viewer: { id: 1, username: 'root', name: 'Root', avatarUrl: null, isAdmin },
  csrfToken: 'x',
});
beforeEach(() => setSession(sessionOf(true)));
afterEach(() => vi.unstubAllGlobals());

const event = (id: number, more: object, details: object) => ({
  id,
  author_name: 'System',
  author_username: null,
  entity_type: 'Gitlab::Audit::InstanceScope',
  entity_current_path: null,
  event_name: 'backup_made',
  created_at: '2026-01-01T00:00:00Z',
  ...more,
  details: { target_details: '', ip_address: null, entity_path: null, ...details },
});

const open = () => renderAt('/admin/audit_events', <AuditLogPage address={{ page: 'adminAudit' }} />);

test('events of the installation, of accounts and of what is gone', async () => {
  const asked = fakeServer({
    'GET /api/v4/audit_event_streams': () => [],
    'GET /api/v4/audit_events': () => [
      event(3, {}, { custom_message: 'Made a backup' }),
      event(
        2,
        {
          event_name: 'user_blocked',
          author_name: 'Root',
          author_username: 'root',
          entity_type: 'User',
          entity_current_path: 'gwen',
        },
        { custom_message: 'Blocked', target_details: 'Gwen Guest', entity_path: 'gwen', ip_address: '192.0.2.1' },
      ),
      event(
        1,
        { event_name: 'visibility_changed', author_name: 'Somebody', entity_type: 'Project' },
        {
          change: 'visibility',
          from: 'private',
          to: null,
          entity_path: 'gone/project',
          target_details: 'gone/project',
        },
      ),
    ],
  });
  const { user } = await open();
  const rows = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole('row');
  expect(
    rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map((cell) => cell.textContent),
    ),
  ).toEqual([
    ['System', 'Made a backup', 'Installation', 'Made a backup', ''],
    ['Root', 'Blocked an accountGwen Guest', '@gwen', 'Blocked', '192.0.2.1'],
    ['Somebody', 'Changed the visibility', 'gone/project', 'visibility: private → none', ''],
  ]);
  expect(
    within(screen.getByRole('table'))
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/root', '/gwen']);
  await user.click(screen.getByRole('button', { name: /^Object/ }));
  await user.click(await screen.findByRole('option', { name: 'Installation' }));
  await vi.waitFor(() =>
    expect(asked.map(({ url }) => url)).toContain(
      '/api/v4/audit_events?entity_type=Gitlab%3A%3AAudit%3A%3AInstanceScope&pagination=keyset&per_page=50',
    ),
  );
});

test('only administrators ask for the log of the installation', async () => {
  setSession(sessionOf(false));
  const asked = fakeServer({});
  await open();
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('OG-AU-10: destinations are added with secrets that are shown once, and say when they fail', async () => {
  const stream = {
    id: 4,
    name: 'SIEM',
    url: 'https://siem.test/in',
    waiting: 3,
    delivered_at: null,
    failure: 'Answered 503',
  };
  const streams = [stream];
  const asked = fakeServer({
    'GET /api/v4/audit_events': () => [],
    'GET /api/v4/audit_event_streams': () => streams,
    'POST /api/v4/audit_event_streams': () => {
      streams.push({ ...stream, id: 5, name: 'Archive', waiting: 0, failure: null as never });
      return { ...stream, id: 5, name: 'Archive', verification_token: 'verify-me', signing_secret: 'sign-with-me' };
    },
  });
  const { user } = await open();
  const list = await screen.findByRole('list', { name: 'Streams' });
  expect(within(list).getByRole('listitem')).toHaveTextContent(/SIEM Failing.*3 events waiting.*Answered 503/);
  await user.click(screen.getByRole('button', { name: 'Add destination' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'URL' }), 'https://archive.test/in');
  await user.click(dialog.getByRole('button', { name: 'Add destination' }));
  expect(await screen.findByRole('status', { name: 'Signing secret' })).toHaveTextContent('sign-with-me');
  expect(screen.getByRole('status', { name: 'Verification token' })).toHaveTextContent('verify-me');
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ url: 'https://archive.test/in', name: '' });
  await vi.waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(2));
});

test('OG-TK-11: events of service accounts are marked', async () => {
  fakeServer({
    'GET /api/v4/audit_event_streams': () => [],
    'GET /api/v4/audit_events': () => [
      event(2, { author_name: 'Deployer', author_username: 'deployer', author_service_account: true }, {}),
      event(1, { author_name: 'Root', author_username: 'root' }, {}),
    ],
  });
  await open();
  const [, ofProgram, ofPerson] = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole('row');
  expect(ofProgram).toHaveTextContent('Deployer Service account');
  expect(ofPerson).not.toHaveTextContent('Service account');
});

test.each([390, 760, 1440])('the two days of the filter are in one row at %d px', async (width) => {
  onTestFinished(() => page.viewport(1440, 900));
  await page.viewport(width, 844);
  fakeServer({ 'GET /api/v4/audit_event_streams': () => [], 'GET /api/v4/audit_events': () => [] });
  await open();
  const [from, to] = await Promise.all(['From', 'To'].map((label) => screen.findByLabelText(label)));
  expect(from?.getBoundingClientRect().top).toBe(to?.getBoundingClientRect().top);
});
