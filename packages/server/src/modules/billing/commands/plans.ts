import { planFeatures, type PlanFeature } from '@milepost/core/settings/entitlements';
import { parseDay } from '@milepost/core/days';
import { ForbiddenError, NotFoundError, ValidationError } from '@milepost/core/errors';
import { seatsOwed, type SeatControl } from '@milepost/core/accounts/seats';
import { recordAudit } from '../../../platform/audit.ts';
import type { Actor } from '../../../platform/audit.ts';
import type { Context, Trx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { deletePlan, planOf, savePlan, saveSeatControl, type Plan } from '../../entitlements/store.ts';
import { findVisibleNamespace, type NamespaceKey } from '../../namespaces/commands.ts';
import { lockMembers } from '../../members/store/writing.ts';
import { countSeats } from '../../members/store/seats.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { billingPolicy, mayStorePlans } from '../policy.ts';
import { raisePeak, seatsOf } from '../store.ts';

/** What the API calls the subscription of a top-level group. */
export interface Subscription {
  /** Null: every feature is included. */
  plan: Plan | null;
  inUse: number;
  maxUsed: number;
  owed: number;
}

/** The top-level group above; its owners and administrators may read the plan. Throws NotFoundError or ForbiddenError. */
export async function findRootOf(ctx: Context, key: NamespaceKey): Promise<Namespace> {
  const namespace = await findVisibleNamespace(ctx, key);
  const root = namespace.parentId === null ? namespace : await ctx.load(namespacesById, namespace.rootId);
  if (!root) throw new NotFoundError('Namespace');
  ctx.require(billingPolicy.read, root);
  return root;
}

export async function subscriptionOf(db: Db, root: Namespace): Promise<Subscription> {
  const plan = await planOf(db, root.id);
  const { inUse, maxUsed } = await seatsOf(db, root.id, plan);
  return { plan, inUse, maxUsed, owed: seatsOwed(plan?.seats ?? null, maxUsed) };
}

export interface PlanFields {
  code: string;
  name: string;
  /** The included features; null: all. */
  features: readonly PlanFeature[] | null;
  seats: number | null;
  startsOn: string;
  endsOn: string | null;
  isTrial: boolean;
  trialEndsOn: string | null;
}

const MAX_NAME = 255;

/** An administrator stores the plan of a top-level group. Throws ForbiddenError or ValidationError. */
export async function storePlan(ctx: Context, root: Namespace, fields: PlanFields): Promise<Plan> {
  if (!mayStorePlans(ctx.viewer)) throw new ForbiddenError();
  return ctx.transaction((trx) => writePlan(trx, ctx, root, fields));
}

/** Stores a plan within a transaction, and counts the seats of its term. Throws ValidationError. */
export async function writePlan(trx: Trx, by: Actor, root: Namespace, fields: PlanFields): Promise<Plan> {
  const problems = problemsOf(fields);
  if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  await lockMembers(trx, root.id);
  const before = await planOf(trx, root.id);
  const { features, ...rest } = fields;
  const excludedFeatures = features === null ? [] : planFeatures.filter((feature) => !features.includes(feature));
  const plan = await savePlan(trx, root.id, { ...rest, excludedFeatures });
  await raisePeak(trx, plan, await countSeats(trx, root.id));
  if (before?.code !== plan.code) await recordChange(trx, by, root, 'plan', before?.code ?? null, plan.code);
  if (before && before.seats !== plan.seats) {
    await recordChange(trx, by, root, 'seats', textOf(before.seats), textOf(plan.seats));
  }
  return plan;
}

/** Removes the plan of a top-level group: every feature is included again. Throws ForbiddenError or NotFoundError. */
export async function removePlan(ctx: Context, root: Namespace): Promise<void> {
  if (!mayStorePlans(ctx.viewer)) throw new ForbiddenError();
  await ctx.transaction(async (trx) => {
    if (!(await erasePlan(trx, ctx, root))) throw new NotFoundError('Subscription');
  });
}

/** False if there was none. */
export async function erasePlan(trx: Trx, by: Actor, root: Namespace): Promise<boolean> {
  const before = await planOf(trx, root.id);
  if (!before) return false;
  await deletePlan(trx, root.id);
  await recordChange(trx, by, root, 'plan', before.code, null);
  return true;
}

/** Whether people are refused when no seat is left. Throws ForbiddenError, and ValidationError without a number of seats. */
export async function changeSeatControl(ctx: Context, root: Namespace, control: SeatControl): Promise<Plan> {
  ctx.require(billingPolicy.manage, root);
  return ctx.transaction(async (trx) => {
    await lockMembers(trx, root.id);
    const plan = await planOf(trx, root.id);
    if (!plan || plan.seats === null)
      throw new ValidationError({ seat_control: ['needs a plan with a number of seats'] });
    const blocksOverage = control === 'block_overages';
    if (blocksOverage === plan.blocksOverage) return plan;
    await saveSeatControl(trx, root.id, blocksOverage);
    await recordChange(trx, ctx, root, 'seat_control', controlOf(plan), control);
    return { ...plan, blocksOverage };
  });
}

export const controlOf = ({ blocksOverage }: Pick<Plan, 'blocksOverage'>): SeatControl =>
  blocksOverage ? 'block_overages' : 'off';

function problemsOf({ code, name, seats, startsOn, endsOn, trialEndsOn }: PlanFields): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const [field, text] of Object.entries({ plan_code: code, plan_name: name })) {
    if (text.trim() === '') problems[field] = ["can't be blank"];
    else if (text.length > MAX_NAME) problems[field] = [`is too long (maximum is ${MAX_NAME} characters)`];
  }
  if (seats !== null && seats < 1) problems['seats'] = ['must be greater than 0'];
  const days = { start_date: startsOn, end_date: endsOn, trial_ends_on: trialEndsOn };
  for (const [field, day] of Object.entries(days)) {
    if (day !== null && parseDay(day) === null) problems[field] = ['is invalid'];
  }
  if (endsOn !== null && endsOn < startsOn) problems['end_date'] ??= ['must be after the start date'];
  return problems;
}

const textOf = (seats: number | null): string | null => (seats === null ? null : String(seats));

async function recordChange(
  trx: Trx,
  by: Actor,
  { id }: Namespace,
  change: string,
  from: string | null,
  to: string | null,
): Promise<void> {
  const of = { namespace: { id, kind: 'group' as const } };
  await recordAudit(trx, by, { kind: 'settings_changed', of, what: { change, from, to } });
}
