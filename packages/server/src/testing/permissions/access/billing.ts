import type { Visibility } from '@milepost/core/roles';
import { findBilledGroup, removeBillableMember } from '../../../modules/billing/commands.ts';
import { addMailDomain, removeMailDomain } from '../../../modules/billing/commands/domains.ts';
import { checkPaymentMethod, openPaymentForm } from '../../../modules/billing/commands/payments.ts';
import {
  changeSeatControl,
  findRootOf,
  removePlan,
  storePlan,
  type PlanFields,
} from '../../../modules/billing/commands/plans.ts';
import { savePlan } from '../../../modules/entitlements/store.ts';
import { findVisibleGroup } from '../../../modules/namespaces/commands.ts';
import type { Namespace } from '../../../modules/namespaces/store.ts';
import type { User } from '../../../modules/users/store.ts';
import { permission, type PermissionRow } from '../../permissions.ts';
import type { Builders } from '../../test.ts';

const group = (build: Builders, visibility: Visibility): Promise<Namespace> => build.group({ visibility });

const plan: PlanFields = {
  code: 'team',
  name: 'Team',
  features: null,
  seats: 5,
  startsOn: '2026-01-01',
  endsOn: null,
  isTrial: false,
  trialEndsOn: null,
};

async function groupWithPlan(build: Builders, visibility: Visibility): Promise<Namespace> {
  const made = await build.group({ visibility });
  const { features: _all, ...fields } = plan;
  await savePlan(build.as('root').db, made.id, { ...fields, excludedFeatures: [] });
  return made;
}

interface GroupAndPerson {
  namespace: Namespace;
  someone: User;
}

async function groupAndPerson(build: Builders, visibility: Visibility): Promise<GroupAndPerson> {
  const namespace = await build.group({ visibility });
  const someone = await build.user();
  await build.member(namespace, someone, 'developer');
  return { namespace, someone };
}

export const billingPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'list who takes a seat in a group',
    least: 'owner',
    isReading: true,
    given: group,
    perform: (ctx, { id }) => findBilledGroup(ctx, id),
  }),
  permission({
    operation: 'read the plan of a group',
    least: 'owner',
    isReading: true,
    given: group,
    perform: (ctx, { id }) => findRootOf(ctx, id),
  }),
  permission({
    operation: 'remove a person with a seat from a group and everything below it',
    least: 'owner',
    given: groupAndPerson,
    perform: async (ctx, { namespace, someone }) =>
      removeBillableMember(ctx, await findVisibleGroup(ctx, namespace.id), someone.id),
  }),
  permission({
    operation: 'refuse people in a group when no seat is left',
    least: 'owner',
    given: groupWithPlan,
    perform: async (ctx, { id }) => changeSeatControl(ctx, await findVisibleGroup(ctx, id), 'block_overages'),
  }),
  permission({
    operation: 'add a mail domain of a group',
    least: 'owner',
    given: group,
    perform: async (ctx, { id }) => addMailDomain(ctx, await findVisibleGroup(ctx, id), 'example.com'),
  }),
  permission({
    operation: 'remove a mail domain of a group',
    least: 'owner',
    given: async (build, visibility) => {
      const made = await build.group({ visibility });
      await build
        .as('root')
        .db.insertInto('mailDomains')
        .values({ namespaceId: made.id, domain: 'example.com', token: 'x' })
        .execute();
      return made;
    },
    perform: async (ctx, { id }) => removeMailDomain(ctx, await findVisibleGroup(ctx, id), 'example.com'),
  }),
  permission({
    operation: 'open the payment form of a group',
    least: 'owner',
    isReading: true,
    isHidden: true,
    given: group,
    perform: (ctx, { id }) => openPaymentForm(ctx, id),
  }),
  permission({
    operation: 'check the payment method of a group',
    least: 'owner',
    isReading: true,
    isHidden: true,
    given: group,
    perform: (ctx, { id }) => checkPaymentMethod(ctx, id, ctx.viewer.id ?? (0 as never)),
  }),
  permission({
    operation: 'store the plan of a group',
    least: 'administrator',
    given: group,
    perform: async (ctx, { id }) => storePlan(ctx, await findVisibleGroup(ctx, id), plan),
  }),
  permission({
    operation: 'remove the plan of a group',
    least: 'administrator',
    given: groupWithPlan,
    perform: async (ctx, { id }) => removePlan(ctx, await findVisibleGroup(ctx, id)),
  }),
];
