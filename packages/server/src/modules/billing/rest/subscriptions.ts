import { planFeatures } from '@milepost/core/settings/entitlements';
import { ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { seatControls } from '@milepost/core/accounts/seats';
import { Type } from 'typebox';
import { idInput } from '../../../platform/rest/input.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import { createGroup } from '../../namespaces/commands/writing.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { visibilityInput } from '../../namespaces/rest/lists.ts';
import { presentWholeGroup } from '../../namespaces/rest/presenters.ts';
import { countries, statesOf } from '../commands/countries.ts';
import { checkPaymentMethod, openPaymentForm } from '../commands/payments.ts';
import {
  changeSeatControl,
  controlOf,
  findRootOf,
  removePlan,
  storePlan,
  subscriptionOf,
  type Subscription,
} from '../commands/plans.ts';

const tags = ['subscriptions'];
const day = Type.Optional(Type.Union([Type.String({ format: 'date' }), Type.Null()]));
const namespaceInput = Type.Union([idInput(), Type.String()], { description: 'Id or full path of a top-level group' });

/** The plan of a top-level group, with the seats in use. */
export function addSubscriptionRoutes(routes: Routes): void {
  const path = '/namespaces/:id/gitlab_subscription';
  const about = { tags, signedIn: true };
  routes.get(
    path,
    { ...about, summary: 'The plan of a top-level group, with the seats in use' },
    async ({ params }, ctx) => present(await subscriptionOf(ctx.db, await findRootOf(ctx, namespaceIn(params)))),
  );
  routes.put(
    path,
    {
      ...about,
      summary: 'Store the plan of a top-level group, for administrators. Milepost extension',
      input: Type.Object({
        plan_code: Type.String(),
        plan_name: Type.Optional(Type.String({ description: 'The code by default' })),
        features: Type.Optional(
          Type.Union([Type.Array(Type.Enum([...planFeatures])), Type.Null()], {
            description: 'The included features; all by default',
          }),
        ),
        seats: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: 'Any number by default' })),
        start_date: Type.String({ format: 'date', description: 'The first day of the running term' }),
        end_date: day,
        trial: Type.Optional(Type.Boolean()),
        trial_ends_on: day,
      }),
    },
    async ({ params, input }, ctx) => {
      const root = await findRootOf(ctx, namespaceIn(params));
      await storePlan(ctx, root, {
        code: input.plan_code.trim(),
        name: (input.plan_name ?? input.plan_code).trim(),
        features: input.features ?? null,
        seats: input.seats ?? null,
        startsOn: input.start_date,
        endsOn: input.end_date || null,
        isTrial: input.trial ?? false,
        trialEndsOn: input.trial_ends_on || null,
      });
      return present(await subscriptionOf(ctx.db, root));
    },
  );
  routes.delete(
    path,
    { ...about, summary: 'Remove the plan of a top-level group, for administrators. Milepost extension' },
    async ({ params }, ctx) => removePlan(ctx, await findRootOf(ctx, namespaceIn(params))),
  );
  routes.put(
    `${path}/seat_control`,
    {
      ...about,
      summary: 'Whether people are refused when no seat is left, for owners. Milepost extension',
      input: Type.Object({ seat_control: Type.Enum([...seatControls]) }),
    },
    async ({ params, input }, ctx) => {
      const root = await findRootOf(ctx, namespaceIn(params));
      await changeSeatControl(ctx, root, input.seat_control);
      return present(await subscriptionOf(ctx.db, root));
    },
  );
}

/** Countries and payment, below `/api/v4` and, as published clients call them, below the site itself. */
export function addPaymentRoutes(routes: Routes): void {
  routes.get('/-/countries', { summary: 'The countries of ISO 3166-1: pairs of name and code', tags }, () =>
    countries(),
  );
  routes.get(
    '/-/country_states',
    {
      summary: 'The parts of a country of ISO 3166-2: pairs of name and code',
      tags,
      input: Type.Object({ country: Type.String({ description: 'The two-letter code, such as `US`' }) }),
    },
    ({ input }) => statesOf(input.country),
  );
  routes.get(
    '/-/subscriptions/payment_form',
    {
      summary: 'The payment form for a top-level group',
      tags,
      signedIn: true,
      access: 'write',
      input: Type.Object({ id: namespaceInput }),
    },
    async ({ input }, ctx) => {
      const form = await openPaymentForm(ctx, input.id);
      if (!form) return { payment_required: false, message: 'This installation needs no payment.' };
      return {
        payment_required: true,
        provider: 'stripe',
        publishable_key: form.publishableKey,
        client_secret: form.clientSecret,
        setup_intent_id: form.intentId,
      };
    },
  );
  routes.post(
    '/-/subscriptions/validate_payment_method',
    {
      summary: 'Whether the payment method of the open form was verified',
      tags,
      signedIn: true,
      status: 200,
      input: Type.Object({ id: namespaceInput, gitlab_user_id: idInput({ description: 'The viewer' }) }),
    },
    async ({ input }, ctx) => {
      const { isValid, isNeeded, status } = await checkPaymentMethod(ctx, input.id, input.gitlab_user_id as UserId);
      return { success: isValid, payment_required: isNeeded, ...(isNeeded && { status }) };
    },
  );
  routes.post(
    '/-/subscriptions/groups',
    {
      summary: 'Create a top-level group, to subscribe it',
      tags,
      signedIn: true,
      spreads: 'group',
      input: Type.Object({ name: Type.String(), path: Type.String(), visibility: visibilityInput }),
    },
    async ({ input, reply }, ctx) => {
      try {
        return await presentWholeGroup(await createGroup(ctx, { ...input, parent: null }), ctx, []);
      } catch (error) {
        // Clients of this call expect 422 where others answer 400.
        if (!(error instanceof ValidationError)) throw error;
        return reply.code(422).send({ message: error.fields });
      }
    },
  );
}

/** Features and seat control are Milepost extensions. */
function present({ plan, inUse, maxUsed, owed }: Subscription) {
  return {
    plan: {
      code: plan?.code ?? null,
      name: plan?.name ?? null,
      trial: plan?.isTrial ?? false,
      upgradable: (plan?.excludedFeatures.length ?? 0) > 0,
      excluded_features: plan?.excludedFeatures ?? [],
    },
    usage: {
      seats_in_subscription: plan?.seats ?? null,
      seats_in_use: inUse,
      max_seats_used: maxUsed,
      seats_owed: owed,
      seat_control: plan ? controlOf(plan) : 'off',
    },
    billing: {
      subscription_start_date: plan?.startsOn ?? null,
      subscription_end_date: plan?.endsOn ?? null,
      trial_ends_on: plan?.trialEndsOn ?? null,
    },
  };
}
