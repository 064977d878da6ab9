import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setSession } from '../../platform/session/session.ts';
import { fakeServer, renderAt, Status, type Answer } from '../../testing/page.tsx';
import { BillingPage } from './BillingPage.tsx';

const ada = { id: 1, username: 'ada', name: 'Ada', avatarUrl: null, isAdmin: false };

beforeEach(() => setSession({ viewer: ada, isPaymentPage: true }));
afterEach(() => {
  vi.unstubAllGlobals();
  delete window.Stripe;
  setSession({});
});

const FORM = 'GET /api/v4/-/subscriptions/payment_form';
const VALIDATE = 'POST /api/v4/-/subscriptions/validate_payment_method';
const castle = { id: 'g', name: 'Castle', fullName: 'Castle', avatarUrl: null };
const shared: Record<string, Answer> = {
  groupSummary: () => ({ group: castle }),
  'GET /api/v4/namespaces/castle/gitlab_subscription': () => ({
    plan: { code: 'team', name: 'Team', trial: false },
    usage: { seats_in_subscription: 10, seats_in_use: 4, max_seats_used: 5, seats_owed: 0, seat_control: 'off' },
    billing: { subscription_start_date: '2026-01-01', subscription_end_date: '2026-12-31', trial_ends_on: null },
  }),
  'GET /api/v4/-/countries': () => [
    ['Germany', 'DE'],
    ['Monaco', 'MC'],
  ],
  'GET /api/v4/-/country_states': ({ url }) => (url.endsWith('=DE') ? [['Bayern', 'DE-BY']] : []),
  [FORM]: () => ({ payment_required: true, publishable_key: 'pk_test_1', client_secret: 'seti_1_secret_a' }),
};

interface Confirmed {
  confirmParams: { payment_method_data: { billing_details: object } };
}

/** The script of the provider, which cannot be loaded in tests: its form is ready at once. */
function fakeProvider(confirm: (given: Confirmed) => { error?: { message: string } }) {
  const secrets: string[] = [];
  const stripe = () => ({
    elements: ({ clientSecret }: { clientSecret: string }) => {
      secrets.push(clientSecret);
      return {
        create: () => ({
          on: (event: string, act: () => void) => event === 'ready' && act(),
          mount: (host: HTMLElement) => (host.textContent = 'Card form of the provider'),
          destroy: () => undefined,
        }),
      };
    },
    confirmSetup: (given: Confirmed) => Promise.resolve(confirm(given)),
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  });
  // Without it the loader warns.
  vi.stubGlobal('Stripe', Object.assign(stripe, { version: 'endive' }));
  return secrets;
}

const open = (search = '') =>
  renderAt(
    `/groups/castle/-/settings/billing${search}`,
    <BillingPage address={{ page: 'groupBilling', fullPath: 'castle' }} />,
  );

test('OG-PY-01: without a provider the page says that no payment is needed, and loads nothing from outside', async () => {
  fakeServer({
    ...shared,
    [FORM]: () => ({ payment_required: false, message: 'This installation needs no payment.' }),
  });
  await open();
  expect(await screen.findByText('This installation needs no payment.')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Plan' })).toHaveTextContent(
    'Team, until Dec 31, 20264 of 10 seats in use',
  );
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(document.querySelector('script[src*="stripe"]')).toBeNull();
});

test('the address goes to the provider with its card form, and the server decides whether it is verified', async () => {
  const answers = [{ error: { message: 'Your card was declined.' } }, {}, {}];
  const given: object[] = [];
  const secrets = fakeProvider(({ confirmParams }) => {
    given.push(confirmParams.payment_method_data.billing_details);
    return answers.shift() ?? {};
  });
  const checks = [
    { success: false, payment_required: true, status: 'requires_action' },
    { success: true, payment_required: true, status: 'succeeded' },
  ];
  const asked = fakeServer({ ...shared, [VALIDATE]: () => checks.shift() });
  const { user } = await open();
  expect(await screen.findByText('Card form of the provider')).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save payment method' });
  await user.click(save);
  expect(screen.getAllByText("Can't be blank")).toHaveLength(4);
  expect(given).toEqual([]);
  const type = (label: string, text: string) => user.type(screen.getByRole('textbox', { name: label }), text);
  await type('Name or company', 'Ada GmbH');
  await type('Address', 'Ring 1');
  await type('Postal code', '80331');
  await type('City', 'München');
  const country = screen.getByRole('combobox', { name: 'Country' });
  await user.selectOptions(country, 'Germany');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'State or region' }), 'Bayern');
  await user.selectOptions(country, 'Monaco');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'State or region' })).toBeNull());
  await user.selectOptions(country, 'Germany');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'State or region' }), 'Bayern');

  await user.click(save);
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  await user.click(save);
  expect(await screen.findByText(/Stripe has not verified the payment method/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'City' })).toHaveValue('München');
  await user.click(save);
  expect(await screen.findByText('Stripe has verified the payment method.')).toBeVisible();
  const address = { line1: 'Ring 1', line2: '', postal_code: '80331', city: 'München', country: 'DE', state: 'BY' };
  expect(given).toEqual(Array.from({ length: 3 }, () => ({ name: 'Ada GmbH', address })));
  // Nothing of it goes to this server.
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { id: 'castle', gitlab_user_id: 1 },
    { id: 'castle', gitlab_user_id: 1 },
  ]);
  expect(secrets).toEqual(['seti_1_secret_a']);
  await user.click(screen.getByRole('button', { name: 'Enter another one' }));
  expect(await screen.findByText('Card form of the provider')).toBeVisible();
  expect(asked.filter(({ url }) => url.includes('payment_form'))).toHaveLength(2);
});

test('back from a page of the provider, the result is asked for at once', async () => {
  fakeProvider(() => ({}));
  fakeServer({ ...shared, [VALIDATE]: () => ({ success: true, payment_required: true, status: 'succeeded' }) });
  await open('?setup_intent=seti_1&redirect_status=succeeded');
  expect(await screen.findByText('Stripe has verified the payment method.')).toBeVisible();
});

test('a page that was reached from another one is loaded anew before it loads the form', async () => {
  setSession({ viewer: ada });
  fakeServer(shared);
  await open();
  expect(await screen.findByRole('button', { name: 'Enter a payment method' })).toBeVisible();
  expect(document.querySelector('script[src*="stripe"]')).toBeNull();
});

test('OG-PY-07, OG-PY-08: a provider that is away can be tried again; another group is created, or refused at its field', async () => {
  let isAway = true;
  const message = 'The payment provider is unavailable. Try again later.';
  fakeProvider(() => ({}));
  const asked = fakeServer({
    ...shared,
    [FORM]: (request) => (isAway ? new Status(503, { message }) : shared[FORM]?.(request)),
    'POST /api/v4/-/subscriptions/groups': ({ body }) =>
      (body as { path: string }).path === 'taken'
        ? new Status(422, { message: { path: ['has already been taken'] } })
        : new Status(201, { id: 9, full_path: 'tower' }),
  });
  const { user, address } = await open();
  expect(await screen.findByText(message)).toBeVisible();
  isAway = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Card form of the provider')).toBeVisible();
  const another = within(screen.getByRole('region', { name: 'Subscribe another group' }));
  await user.type(another.getByRole('textbox', { name: 'Name' }), 'Tower');
  await user.type(another.getByRole('textbox', { name: 'Path' }), 'taken');
  await user.click(another.getByRole('button', { name: 'Create group' }));
  expect(await another.findByText('Has already been taken')).toBeVisible();
  expect(another.getByRole('textbox', { name: 'Name' })).toHaveValue('Tower');
  await user.clear(another.getByRole('textbox', { name: 'Path' }));
  await user.type(another.getByRole('textbox', { name: 'Path' }), 'tower');
  await user.click(another.getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(address()).toBe('/groups/tower/-/settings/billing'));
  const made = asked.filter(({ url }) => url.endsWith('/subscriptions/groups')).map(({ body }) => body);
  expect(made).toEqual([
    { name: 'Tower', path: 'taken' },
    { name: 'Tower', path: 'tower' },
  ]);
});
