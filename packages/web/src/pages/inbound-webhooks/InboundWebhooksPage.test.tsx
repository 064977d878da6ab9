import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status } from '../../testing/page.tsx';
import { InboundWebhooksPage } from './InboundWebhooksPage.tsx';

beforeEach(() => setSession({ viewer: { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false } }));
afterEach(() => {
  vi.unstubAllGlobals();
  setSession({});
});

const projectSummary = () => ({
  project: {
    id: 'p',
    name: 'Gate',
    fullName: 'Castle / Gate',
    avatarUrl: null,
    userPermissions: { adminWebHook: true, readSettings: true, readVulnerabilities: false },
  },
});
const endpoint = '/api/v4/projects/castle%2Fgate/inbound_webhooks';
const webhook = { id: 4, forge: 'gitea', name: 'Gitea', url: 'https://plan.example/-/inbound_webhooks/u' };
const delivery = { id: 9, event: 'push', status: 'processed', reason: null, received_at: '2026-11-01T00:00:00Z' };

test('an inbound webhook is added with its secret and steps; a delivery is processed again', async () => {
  const list: (typeof webhook)[] = [];
  const asked = fakeServer({
    projectSummary,
    [`GET ${endpoint}`]: () => list,
    [`POST ${endpoint}`]: () => {
      list.push(webhook);
      return { ...webhook, secret: 'abcSecret' };
    },
    [`GET ${endpoint}/4/deliveries`]: () => [
      { ...delivery, can_process_again: true },
      { ...delivery, id: 8, status: 'refused', reason: 'The signature or token is wrong', can_process_again: false },
    ],
    [`POST ${endpoint}/4/deliveries/9/retry`]: () => ({ message: '202 Accepted' }),
    [`DELETE ${endpoint}/4`]: () => new Status(204),
  });
  const { user } = await renderAt(
    '/castle/gate/-/settings/inbound_webhooks',
    <InboundWebhooksPage address={{ page: 'inboundWebhooks', fullPath: 'castle/gate' }} />,
  );
  expect(await screen.findByText('No inbound webhooks yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add inbound webhook' }));
  await user.selectOptions(screen.getByLabelText('Forge'), 'Gitea');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('abcSecret')).toBeVisible();
  expect(screen.getByText(webhook.url)).toBeVisible();
  expect(screen.getByText(/Target URL/)).toBeVisible();
  expect(asked).toContainEqual(expect.objectContaining({ body: { forge: 'gitea' } }));
  await user.click(await screen.findByRole('button', { name: 'Deliveries of Gitea' }));
  const log = await screen.findByRole('list', { name: 'Deliveries of Gitea' });
  expect(within(log).getByText(/The signature or token is wrong/)).toBeVisible();
  await user.click(within(log).getByRole('button', { name: /Process again/ }));
  expect(await screen.findByText('The delivery is processed again.')).toBeVisible();
});
