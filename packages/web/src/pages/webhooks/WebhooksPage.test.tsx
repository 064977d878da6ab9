import { screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { WebhooksPage } from './WebhooksPage.tsx';

afterEach(() => vi.unstubAllGlobals());

const place = '/api/v4/groups/castle/hooks';
const hook = {
  id: 5,
  url: 'https://hooks.example/in',
  issues_events: true,
  confidential_issues_events: false,
  note_events: true,
  confidential_note_events: false,
  enable_ssl_verification: true,
  token_present: true,
};
const delivery = {
  id: 9,
  event: 'Issue Hook',
  created_at: '2026-11-01T00:00:00Z',
  response_status: '503',
  internal_error_message: null,
  attempts: 6,
  next_attempt_at: null,
};

const open = () =>
  renderAt('/groups/castle/-/hooks', <WebhooksPage address={{ page: 'groupHooks', fullPath: 'castle' }} />);

test('hooks are listed with what they hear, added with a token, and removed after a question', async () => {
  const hooks = [hook];
  const asked = fakeServer({
    [`GET ${place}`]: () => hooks,
    [`POST ${place}`]: () => hook,
    [`DELETE ${place}/5`]: () => new Status(204),
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
  await vi.waitFor(() => expect(screen.queryByRole('textbox', { name: 'URL' })).toBeNull());
  expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
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

test('the log shows what came of each message, and sends one again', async () => {
  fakeServer({
    [`GET ${place}`]: () => [hook],
    [`GET ${place}/5/events`]: () => [delivery],
    [`POST ${place}/5/events/9/resend`]: () => ({ ...delivery, id: 10, response_status: '200' }),
  });
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Log of https://hooks.example/in' }));
  const log = within(await screen.findByRole('list', { name: 'Log of https://hooks.example/in' }));
  expect(log.getByText('503')).toBeVisible();
  expect(log.getByText(/6 attempts/)).toBeVisible();
  await user.click(log.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Sent again: 200')).toBeVisible();
});
