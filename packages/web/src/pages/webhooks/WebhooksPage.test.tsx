import { screen, within, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

beforeEach(() => setSession({ viewer: ada }));
afterEach(() => {
  vi.unstubAllGlobals();
  setSession({});
});

const ada = { id: 1, username: 'ada', name: 'Ada Okafor', avatarUrl: null, isAdmin: false };
const castle = {
  id: 'g',
  name: 'Castle',
  fullName: 'Castle',
  avatarUrl: null,
  userPermissions: { adminWebHook: true, readSettings: true, readVulnerabilities: false },
};
const groupSummary = () => ({ group: castle });

const endpoint = '/api/v4/groups/castle/hooks';
const hook = {
  id: 5,
  url: 'https://hooks.example/in',
  issues_events: true,
  confidential_issues_events: false,
  note_events: true,
  confidential_note_events: false,
  status_update_events: false,
  deployment_events: false,
  merge_requests_events: false,
  enable_ssl_verification: true,
  token_present: true,
};
const delivery = {
  id: 9,
  event: 'Issue Hook',
  created_at: '2026-11-01T00:00:00Z',
  request_headers: { 'X-Gitlab-Event': 'Issue Hook' },
  request_data: { object_kind: 'issue' },
  response_status: '503',
  response_headers: { 'retry-after': '60' },
  response_body: 'too early',
  execution_duration: 0.25,
  internal_error_message: null,
  attempts: 6,
  next_attempt_at: null,
};

const open = () =>
  renderAt('/groups/castle/-/hooks', <WebhooksPage address={{ page: 'groupHooks', fullPath: 'castle' }} />);

test('webhooks are listed with their events, added with a token, and deleted after confirmation', async () => {
  const hooks = [hook];
  const asked = fakeServer({
    groupSummary,
    [`GET ${endpoint}`]: () => hooks,
    [`POST ${endpoint}`]: () => hook,
    [`DELETE ${endpoint}/5`]: () => new Status(204),
  });
  const { user } = await open();
  const list = within(await screen.findByRole('list', { name: 'Webhooks' }));
  expect(list.getByText('https://hooks.example/in')).toBeVisible();
  expect(list.getByText('Epics and issues, Comments')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add webhook' }));
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveAccessibleDescription("Can't be blank");
  await user.type(screen.getByRole('textbox', { name: 'URL' }), 'https://hooks.example/other');
  await user.type(screen.getByRole('textbox', { name: 'Secret token' }), 'open-sesame');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'URL' })).toBeNull());
  expect(asked.find(({ method, operation }) => method === 'POST' && operation === null)?.body).toMatchObject({
    url: 'https://hooks.example/other',
    token: 'open-sesame',
    issues_events: true,
    confidential_issues_events: false,
  });
  await user.click(screen.getByRole('button', { name: 'Remove https://hooks.example/in' }));
  hooks.length = 0;
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('No webhooks yet')).toBeVisible();
  expect(asked.some(({ method }) => method === 'DELETE')).toBe(true);
});

test('the log shows the result of each delivery with request and response, and resends one', async () => {
  fakeServer({
    groupSummary,
    [`GET ${endpoint}`]: () => [hook],
    [`GET ${endpoint}/5/events`]: () => [delivery],
    [`POST ${endpoint}/5/events/9/resend`]: () => ({ ...delivery, id: 10, response_status: '200' }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Log of https://hooks.example/in' }));
  const log = within(await screen.findByRole('list', { name: 'Log of https://hooks.example/in' }));
  expect(log.getByText('503')).toBeVisible();
  expect(log.getByText(/6 attempts/)).toBeVisible();
  await user.click(log.getByRole('button', { name: /^Details of Issue Hook/ }));
  expect(log.getByRole('region', { name: 'Request headers' })).toHaveTextContent('X-Gitlab-Event: Issue Hook');
  expect(log.getByRole('region', { name: 'Request body' })).toHaveTextContent('"object_kind": "issue"');
  expect(log.getByRole('region', { name: 'Response headers' })).toHaveTextContent('retry-after: 60');
  expect(log.getByRole('region', { name: 'Response body' })).toHaveTextContent('too early');
  await user.click(log.getByRole('button', { name: /^Resend/ }));
  expect(await screen.findByText('Resent: 200')).toBeVisible();
});

test('a webhook is tested with a chosen event, and its log opens; when nothing can be sent the reason is shown', async () => {
  const sent: unknown[] = [];
  const asked = fakeServer({
    groupSummary,
    [`GET ${endpoint}`]: () => [hook],
    [`GET ${endpoint}/5/events`]: () => sent,
    [`POST ${endpoint}/5/test/note_events`]: () => {
      sent.push({ ...delivery, event: 'Note Hook' });
      return { message: '201 Created', ...delivery, response_status: '200' };
    },
    [`POST ${endpoint}/5/test/issues_events`]: () =>
      new Status(400, { message: { base: ['There is nothing to send yet. Create an epic or issue first'] } }),
    [`POST ${endpoint}/5/test/confidential_issues_events`]: () => new Status(429, { message: 'Later' }),
  });
  const { user } = await open();
  const tried = async (event: string): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Test https://hooks.example/in' }));
    await user.click(screen.getByRole('menuitem', { name: event }));
  };
  await tried('Epics and issues');
  expect(await screen.findByText('There is nothing to send yet. Create an epic or issue first')).toBeVisible();
  await tried('Confidential epics and issues');
  expect(await screen.findByText(/^Too many manual requests/)).toBeVisible();
  await tried('Comments');
  expect(await screen.findByText('Sent: 200')).toBeVisible();
  const log = await screen.findByRole('list', { name: 'Log of https://hooks.example/in' });
  expect(within(log).getByText('Note Hook')).toBeVisible();
  expect(asked.filter(({ method, operation }) => method === 'POST' && operation === null)).toHaveLength(3);
});

test('a webhook is edited in place, and a server error is shown next to its field', async () => {
  const asked = fakeServer({
    groupSummary,
    [`GET ${endpoint}`]: () => [hook],
    [`PUT ${endpoint}/5`]: ({ body }) =>
      (body as { url: string }).url.includes('refused')
        ? new Status(400, { message: { url: ['must be a valid URL of http or https'] } })
        : hook,
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit https://hooks.example/in' }));
  const url = screen.getByRole('textbox', { name: 'URL' });
  expect(url).toHaveValue('https://hooks.example/in');
  await user.clear(url);
  await user.type(url, 'https://refused.example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(url).toHaveAccessibleDescription('Must be a valid URL of http or https'));
  await user.clear(url);
  await user.type(url, 'https://hooks.example/new');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'URL' })).toBeNull());
  // Without a new token the old one is kept.
  expect(asked.findLast(({ method }) => method === 'PUT')?.body).not.toHaveProperty('token');
});

test('unsaved input is not discarded by opening another webhook, and leaving asks for confirmation', async () => {
  fakeServer({
    groupSummary,
    [`GET ${endpoint}`]: () => [hook, { ...hook, id: 6, url: 'https://other.example' }],
  });
  const { user, router } = await open();
  await user.click(await screen.findByRole('button', { name: 'Edit https://hooks.example/in' }));
  await user.type(screen.getByRole('textbox', { name: 'URL' }), '/more');
  expect(screen.queryByRole('button', { name: 'Edit https://other.example' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add webhook' })).toBeNull();
  router.navigate('/groups/castle');
  expect(await screen.findByRole('heading', { name: 'Leave without saving?' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole('textbox', { name: 'URL' })).toHaveValue('https://hooks.example/in/more');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('button', { name: 'Edit https://other.example' })).toBeVisible();
});

test('users who may not manage webhooks are refused without a request', async () => {
  const asked = fakeServer({
    groupSummary: () => ({ group: { ...castle, userPermissions: { adminWebHook: false } } }),
  });
  await open();
  expect(await screen.findByRole('heading', { name: "You don't have access" })).toBeVisible();
  expect(asked.map(({ operation }) => operation)).toEqual(['groupSummary']);
  setSession({});
  await open();
  expect(await screen.findByRole('heading', { name: 'Sign in to continue' })).toBeVisible();
});
