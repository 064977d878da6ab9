import { createHmac } from 'node:crypto';
import { describe, expect } from 'vitest';
import { buildServer } from '../../app/server.ts';
import { readConfig } from '../../platform/config/config.ts';
import { test as base } from '../../testing/http.ts';
import { SECRET_KEY, startStripeServer } from '../../testing/providers/stripe-server.ts';
import { forgetPayments } from './store/payments.ts';

const FORM = '/-/subscriptions/payment_form';
const VALIDATE = '/-/subscriptions/validate_payment_method';
const CREATE = 'POST /v1/setup_intents';

interface Form {
  client_secret: string;
  setup_intent_id: string;
}

const test = base
  .extend('stripe', { scope: 'file' }, async ({ world }, { onCleanup }) => {
    const stripe = await startStripeServer();
    world.services.stripe = stripe.config;
    onCleanup(() => stripe.close());
    return stripe;
  })
  /** Delivers an event of a subscription, signed as the provider does. */
  .extend('deliver', ({ send, stripe }) => {
    const now = () => Math.floor(Date.now() / 1_000);
    return async (event: object | string, { at = now(), secret = stripe.config.webhookSecret, header = '' } = {}) => {
      const payload = typeof event === 'string' ? event : JSON.stringify(event);
      const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex');
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': header || `t=${at},v1=${signature}`,
      };
      return (await send({ method: 'POST', url: '/-/subscriptions/events', headers, payload })).status;
    };
  })
  .extend('planOf', ({ call }) => async (groupId: number) => {
    type Body = { plan: { code: string | null }; usage: { seats_in_subscription: number | null } };
    const { body } = await call<Body>('ada', 'GET', `/namespaces/${groupId}/gitlab_subscription`);
    return [body.plan.code, body.usage.seats_in_subscription];
  });

const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1_000;
let events = 0;

interface Change {
  groupId: number | string;
  id?: string;
  eventId?: string;
  created?: number;
  type?: string;
  status?: string;
  quantity?: number;
  price?: object;
}

const subscriptionEvent = ({ groupId, ...change }: Change) => ({
  id: change.eventId ?? `evt_${++events}`,
  object: 'event',
  type: `customer.subscription.${change.type ?? 'updated'}`,
  created: change.created ?? seconds('2026-03-01'),
  data: {
    object: {
      id: change.id ?? `sub_${groupId}`,
      object: 'subscription',
      status: change.status ?? 'active',
      metadata: { milepost_namespace_id: String(groupId) },
      trial_end: null,
      items: {
        data: [
          {
            quantity: change.quantity ?? 10,
            current_period_start: seconds('2026-03-01'),
            current_period_end: seconds('2027-03-01'),
            price: { id: 'price_1', lookup_key: 'team', nickname: 'Team', metadata: {}, ...change.price },
          },
        ],
      },
    },
  },
});

// Before the tests that start one.
describe('without a payment provider', () => {
  test('OG-PY-01, RS-SU-04, RS-SU-05, RS-SU-07: the calls say that no payment is needed', async ({
    build,
    call,
    send,
  }) => {
    const group = await build.group();
    const message = 'This installation needs no payment.';
    expect(await call('ada', 'GET', FORM, { id: group.id })).toMatchObject({
      status: 200,
      body: { payment_required: false, message },
    });
    const input = { id: group.id, gitlab_user_id: build.idOf('ada') };
    const valid = await call('ada', 'POST', VALIDATE, input);
    expect([valid.status, valid.body]).toEqual([200, { success: true, payment_required: false }]);
    const event = { method: 'POST', url: '/-/subscriptions/events', payload: {} } as const;
    expect((await send(event)).status).toBe(404);
    const { headers } = await send({ method: 'GET', url: `/groups/${group.fullPath}/-/settings/billing` });
    expect(String(headers['content-security-policy'])).not.toMatch(/https:\/\//);
  });

  test('OG-PY-08, RS-SU-06: a group for a subscription; a taken path answers 422 with the field', async ({
    build,
    call,
  }) => {
    const path = `paid-${build.next()}`;
    const made = await call('otto', 'POST', '/-/subscriptions/groups', { name: 'Paid', path });
    expect(made).toMatchObject({ status: 201, body: { name: 'Paid', path, parent_id: null, visibility: 'private' } });
    const members = await call<object[]>('otto', 'GET', `/groups/${path}/members`);
    expect(members.body).toMatchObject([{ username: 'otto', access_level: 50 }]);
    expect(await call('otto', 'POST', '/-/subscriptions/groups', { name: 'Paid', path })).toMatchObject({
      status: 422,
      body: { message: { path: [expect.any(String)] } },
    });
    expect((await call('otto', 'POST', '/-/subscriptions/groups', { name: 'Paid', path: '-bad-' })).status).toBe(422);
    expect((await call('otto', 'POST', '/-/subscriptions/groups', { name: 'Paid' })).status).toBe(400);
    expect((await call('nobody', 'POST', '/-/subscriptions/groups', { name: 'Paid', path: 'x' })).status).toBe(401);
  });
});

describe('the payment form', () => {
  test('OG-PY-02, RS-SU-04: one intent per open form with an idempotency key; its page alone may load the provider', async ({
    build,
    call,
    send,
    stripe,
    world,
  }) => {
    const group = await build.group();
    const { status, body } = await call<Form>('ada', 'GET', FORM, { id: group.id });
    const intent = stripe.intents.get(body.setup_intent_id);
    expect([status, body]).toEqual([
      200,
      {
        payment_required: true,
        provider: 'stripe',
        publishable_key: stripe.config.publishableKey,
        client_secret: intent?.client_secret,
        setup_intent_id: intent?.id,
      },
    ]);
    expect(intent?.metadata).toEqual({
      milepost_namespace_id: String(group.id),
      milepost_user_id: String(build.idOf('ada')),
    });
    const again = await call<Form>('ada', 'GET', FORM, { id: group.fullPath });
    expect(again.body.setup_intent_id).toBe(body.setup_intent_id);
    // Of two forms that open at once, too.
    const other = await build.group();
    const opening = () => call<Form>('ada', 'GET', FORM, { id: other.id });
    const both = await Promise.all([opening(), opening()]);
    expect(new Set(both.map((each) => each.body.client_secret)).size).toBe(1);
    expect(stripe.idempotencyKeys.every((key) => key.length >= 32)).toBe(true);
    expect(new Set(stripe.idempotencyKeys).size).toBe(2);
    const byRoot = await call<Form>('root', 'GET', FORM, { id: group.id });
    expect(byRoot.body.setup_intent_id).not.toBe(body.setup_intent_id);

    const lines: string[] = [];
    const server = await buildServer({
      services: world.services,
      logLevel: 'trace',
      logStream: { write: (line) => void lines.push(line) },
      secret: 's'.repeat(32),
      dataDir: '/nowhere',
    });
    for (const mode of ['answers', 'fails'] as const) {
      stripe.mode = mode;
      const headers = { 'private-token': 'mp-ada-for-api' };
      lines.push((await server.inject({ method: 'GET', url: `/api/v4${FORM}?id=${group.id}`, headers })).body);
    }
    stripe.mode = 'answers';
    await server.close();
    expect(lines.join('')).toContain('payment_required');
    expect(lines.join('')).not.toContain(SECRET_KEY);
    expect(lines.join('')).not.toContain(stripe.config.webhookSecret);

    const policyOf = async (page: string) => {
      const { headers } = await send({ method: 'GET', url: `/groups/${group.fullPath}/-/${page}` });
      return String(headers['content-security-policy']);
    };
    expect(await policyOf('settings/billing?tab=x')).toMatch(
      /script-src 'self'[^;]* https:\/\/js\.stripe\.com [^;]*;.*frame-src 'self' https:\/\/js\.stripe\.com .*connect-src 'self' https:\/\/api\.stripe\.com/,
    );
    for (const page of ['settings/seats', 'epics', 'settings/billing/x', 'epics?back=/-/settings/billing'])
      expect(await policyOf(page)).not.toContain('stripe');
  });

  test('OG-PY-03, RS-SU-05: only a succeeded intent of this group and person is valid', async ({
    build,
    call,
    stripe,
  }) => {
    const group = await build.group();
    const validate = () => call('ada', 'POST', VALIDATE, { id: group.id, gitlab_user_id: build.idOf('ada') });
    expect((await validate()).body).toEqual({ success: false, payment_required: true, status: null });
    const { body } = await call<Form>('ada', 'GET', FORM, { id: group.id });
    const intent = stripe.intents.get(body.setup_intent_id);
    if (!intent) throw new Error('No intent was made');
    for (const status of ['requires_payment_method', 'requires_confirmation', 'requires_action', 'processing']) {
      intent.status = status;
      expect((await validate()).body).toEqual({ success: false, payment_required: true, status });
    }
    intent.status = 'succeeded';
    for (const [name, value] of Object.entries({ milepost_namespace_id: '1', milepost_user_id: '1' })) {
      const own = intent.metadata;
      intent.metadata = { ...own, [name]: value };
      expect((await validate()).body).toEqual({ success: false, payment_required: true, status: 'succeeded' });
      intent.metadata = own;
    }
    expect((await validate()).body).toEqual({ success: true, payment_required: true, status: 'succeeded' });
    // The form is done: the next one has an intent of its own, as after a canceled one.
    const next = await call<Form>('ada', 'GET', FORM, { id: group.id });
    expect(next.body.setup_intent_id).not.toBe(body.setup_intent_id);
    const second = stripe.intents.get(next.body.setup_intent_id);
    if (second) second.status = 'canceled';
    expect((await validate()).body).toMatchObject({ success: false, status: 'canceled' });
    const third = await call<Form>('ada', 'GET', FORM, { id: group.id });
    expect(third.body.setup_intent_id).not.toBe(next.body.setup_intent_id);
    // An intent that the provider no longer knows counts as canceled.
    stripe.intents.delete(third.body.setup_intent_id);
    expect((await validate()).body).toMatchObject({ success: false, status: 'canceled' });
  });

  test('OG-PY-04: is for the caller and for groups that they own', async ({ build, call, stripe }) => {
    const group = await build.group({ visibility: 'public' });
    const below = await build.group({ parent: group });
    const archived = await build.group({ archived: true });
    const before = stripe.requests.length;
    const validate = (who: 'ada' | 'mina' | 'otto' | 'nobody', input: object) => call(who, 'POST', VALIDATE, input);
    const ada = build.idOf('ada');
    expect((await validate('ada', { id: group.id, gitlab_user_id: build.idOf('mina') })).status).toBe(403);
    expect((await validate('mina', { id: group.id, gitlab_user_id: build.idOf('mina') })).status).toBe(404);
    expect((await validate('otto', { id: group.id, gitlab_user_id: build.idOf('otto') })).status).toBe(404);
    expect((await validate('nobody', { id: group.id, gitlab_user_id: ada })).status).toBe(401);
    for (const id of [below.id, archived.id, 99_999_999, 'no/such/group']) {
      expect((await validate('ada', { id, gitlab_user_id: ada })).status).toBe(404);
      expect((await call('ada', 'GET', FORM, { id })).status).toBe(404);
    }
    expect((await call('mina', 'GET', FORM, { id: group.id })).status).toBe(404);
    expect((await call('nobody', 'GET', FORM, { id: group.id })).status).toBe(401);
    expect(await call('ada', 'GET', FORM)).toMatchObject({ status: 400, body: { error: 'id is missing' } });
    for (const input of [{}, { id: group.id }, { id: group.id, gitlab_user_id: 'x' }, { id: {}, gitlab_user_id: ada }])
      expect((await validate('ada', input)).status).toBe(400);
    expect(stripe.requests.length).toBe(before);
  });

  test('OG-PY-07: a provider that does not answer gives 503, and the form can be sent again without a second intent', async ({
    build,
    call,
    stripe,
    db,
    world,
  }) => {
    const group = await build.group();
    const unavailable = {
      status: 503,
      body: { message: 'The payment provider is unavailable. Try again later.' },
    };
    const intents = stripe.intents.size;
    const forms = () => db.selectFrom('paymentForms').selectAll().where('namespaceId', '=', group.id).execute();
    const keys = {
      MILEPOST_STRIPE_SECRET_KEY: 'sk_test_00000000',
      MILEPOST_STRIPE_PUBLISHABLE_KEY: 'pk_test_00000000',
      MILEPOST_STRIPE_WEBHOOK_SECRET: 'whsec_00000000',
    };
    expect(readConfig(keys, '/nowhere').stripe?.timeoutMs).toBe(10_000);
    const asked = stripe.requests.length;
    world.services.stripe = { ...stripe.config, timeoutMs: 50 };
    stripe.mode = 'stalls';
    expect(await call('ada', 'GET', FORM, { id: group.id })).toMatchObject(unavailable);
    // Not tried again behind the back of the person who waits.
    expect(stripe.requests.length).toBeLessThanOrEqual(asked + 1);
    world.services.stripe = stripe.config;
    stripe.mode = 'fails';
    expect(await call('ada', 'GET', FORM, { id: group.id })).toMatchObject(unavailable);
    expect(await forms()).toEqual([]);
    stripe.mode = 'answers';
    const { body } = await call<Form>('ada', 'GET', FORM, { id: group.id });
    expect(stripe.intents.size).toBe(intents + 1);
    expect(stripe.requests.filter((request) => request === CREATE).length).toBeGreaterThanOrEqual(3);
    stripe.mode = 'fails';
    const input = { id: group.id, gitlab_user_id: build.idOf('ada') };
    expect(await call('ada', 'POST', VALIDATE, input)).toMatchObject(unavailable);
    expect(await forms()).toMatchObject([{ number: 1, intentId: body.setup_intent_id }]);
    stripe.mode = 'answers';
    world.services.stripe = { ...stripe.config, secretKey: 'sk_test_revoked_key' };
    expect(await call('ada', 'POST', VALIDATE, input)).toMatchObject(unavailable);
    world.services.stripe = stripe.config;
  });
});

describe('events of the provider', () => {
  test('OG-PY-05: an event needs a signature of its raw body that is not older than 300 s', async ({
    build,
    deliver,
    planOf,
    send,
    stripe,
  }) => {
    const group = await build.group();
    const event = subscriptionEvent({ groupId: group.id });
    const now = Math.floor(Date.now() / 1_000);
    const right = createHmac('sha256', stripe.config.webhookSecret)
      .update(`${now}.${JSON.stringify(event)}`)
      .digest('hex');
    expect(await deliver(event, { at: now - 400 })).toBe(400);
    expect(await deliver(event, { secret: 'whsec_somebody_else' })).toBe(400);
    expect(await deliver(event, { header: 'nonsense' })).toBe(400);
    expect(await deliver(event, { header: `t=${now},v0=${right}` })).toBe(400);
    // The same event with a space more has other bytes.
    expect(await deliver(JSON.stringify(event, null, 1), { header: `t=${now},v1=${right}` })).toBe(400);
    expect(await deliver('', {})).toBe(400);
    expect(await deliver('[]', {})).toBe(400);
    expect(await deliver('{"id": 1}', {})).toBe(400);
    const unsigned = { method: 'POST', url: '/-/subscriptions/events', payload: event } as const;
    expect((await send(unsigned)).status).toBe(400);
    expect(await deliver('x'.repeat(1024 * 1024 + 1))).toBe(413);
    expect(await planOf(group.id)).toEqual([null, null]);
    expect(await deliver(JSON.stringify(event, null, 1))).toBe(200);
    expect(await planOf(group.id)).toEqual(['team', 10]);
  });

  test('OG-PY-06: events are processed once and in any order; unknown ones answer 200', async ({
    build,
    deliver,
    planOf,
    db,
  }) => {
    const group = await build.group();
    const at = (minute: number) => seconds('2026-03-01') + 60 * minute;
    const change = (fields: Omit<Change, 'groupId'>) => deliver(subscriptionEvent({ groupId: group.id, ...fields }));
    expect(await change({ status: 'incomplete', created: at(0) })).toBe(200);
    expect(await planOf(group.id)).toEqual([null, null]);
    expect(await change({ eventId: 'evt_twice', quantity: 5, created: at(1) })).toBe(200);
    expect(await change({ quantity: 8, created: at(3) })).toBe(200);
    expect(await change({ quantity: 6, created: at(2) })).toBe(200);
    expect(await change({ eventId: 'evt_twice', quantity: 99, created: at(9) })).toBe(200);
    expect(await planOf(group.id)).toEqual(['team', 8]);
    const features = { metadata: { features: 'iterations, boards,unknown' } };
    await change({ id: 'sub_next', quantity: 9, created: at(4), price: features });
    // The former subscription ends after its successor began: the plan stays.
    await change({ status: 'canceled', type: 'deleted', created: at(5) });
    expect(await planOf(group.id)).toEqual(['team', 9]);
    const excluded = await db
      .selectFrom('plans')
      .select('excludedFeatures')
      .where('namespaceId', '=', group.id)
      .execute();
    expect(excluded).toEqual([{ excludedFeatures: ['health_status', 'sub_epics', 'custom_fields', 'statuses'] }]);
    await change({ id: 'sub_next', status: 'canceled', type: 'deleted', created: at(6) });
    expect(await planOf(group.id)).toEqual([null, null]);
    // What was canceled stays so.
    await change({ id: 'sub_next', quantity: 3, created: at(7) });
    expect(await planOf(group.id)).toEqual([null, null]);

    const below = await build.group({ parent: group });
    for (const groupId of [below.id, 'x', '99999999', '1e999'])
      expect(await deliver(subscriptionEvent({ groupId }))).toBe(200);
    const other = subscriptionEvent({ groupId: group.id });
    expect(await deliver({ ...other, id: 'evt_other', type: 'invoice.paid' })).toBe(200);
    expect(await deliver({ ...other, id: 'evt_odd', data: { object: { items: 3 } } })).toBe(200);
    expect(await deliver({ ...other, id: 'evt_none', data: null })).toBe(200);
    expect(await planOf(group.id)).toEqual([null, null]);
    expect(await planOf(below.id)).toEqual([null, null]);

    const kept = () => db.selectFrom('paymentEvents').select('id').where('id', '=', 'evt_twice').execute();
    await forgetPayments(db);
    expect(await kept()).toHaveLength(1);
    await db
      .updateTable('paymentEvents')
      .set({ receivedAt: new Date('2026-01-01') })
      .execute();
    await forgetPayments(db);
    expect(await kept()).toEqual([]);
  });

  test('OG-PY-06: of two events of one second, the subscription of the provider decides', async ({
    build,
    deliver,
    planOf,
    stripe,
  }) => {
    const group = await build.group();
    const of = (quantity: number, more: Partial<Change> = {}) =>
      subscriptionEvent({ groupId: group.id, quantity, ...more });
    const older = of(5);
    const newer = of(8);
    stripe.subscriptions.set(`sub_${group.id}`, newer.data.object);
    expect(await deliver(newer)).toBe(200);
    stripe.mode = 'fails';
    // The provider delivers it again.
    expect(await deliver(older)).toBe(503);
    stripe.mode = 'answers';
    expect(await deliver(older)).toBe(200);
    expect(await planOf(group.id)).toEqual(['team', 8]);
    // In order, too.
    const newest = of(9);
    stripe.subscriptions.set(`sub_${group.id}`, newest.data.object);
    expect(await deliver(newest)).toBe(200);
    expect(await planOf(group.id)).toEqual(['team', 9]);
    // The end is final: nobody needs to ask.
    const requests = stripe.requests.length;
    expect(await deliver(of(9, { status: 'canceled', type: 'deleted' }))).toBe(200);
    expect(await deliver(of(4))).toBe(200);
    expect(await planOf(group.id)).toEqual([null, null]);
    expect(stripe.requests).toHaveLength(requests);
  });

  test('OG-PY-06: of one event delivered twice at once, one is processed', async ({ build, deliver, call }) => {
    const group = await build.group();
    const event = subscriptionEvent({ groupId: group.id });
    expect(await Promise.all([deliver(event), deliver(event)])).toEqual([200, 200]);
    const { body } = await call<object[]>('ada', 'GET', `/groups/${group.id}/audit_events`);
    expect(body).toMatchObject([{ author_name: 'System', details: { change: 'plan', from: null, to: 'team' } }]);
  });
});
