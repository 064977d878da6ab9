import { type HealthStatus, healthStatuses, NO_HEALTH } from '@milepost/core/work-items';
import { Type } from 'typebox';
import { idInput } from '../../../platform/rest/input.ts';

/** Common parameters. Existing clients send an empty text for "none" where others send null. */

export const nullableText = Type.Optional(Type.Union([Type.String(), Type.Null()]));

export const nullableDay = Type.Optional(
  Type.Union([Type.String({ format: 'date' }), Type.Literal(''), Type.Null()], { description: 'YYYY-MM-DD' }),
);

/** An id; null or 0 clears it. */
export const nullableId = Type.Optional(Type.Union([idInput(), Type.Literal(''), Type.Null()]));

export const nullableNumber = Type.Optional(Type.Union([Type.Integer(), Type.Literal(''), Type.Null()]));

export const flag = Type.Optional(Type.Boolean());

/** One of these values. */
export function choice<Value extends string>(values: readonly Value[]) {
  return Type.Optional(Type.Enum<Value[]>([...values]));
}

export const healthInput = Type.Optional(
  Type.Union([Type.Enum([...healthStatuses, NO_HEALTH, '']), Type.Literal(0), Type.Null()], {
    description: '0 for none',
  }),
);

export type GivenHealth = HealthStatus | typeof NO_HEALTH | 0 | '' | null;

/** Parses a health status; null, which clears the field, for any other value. */
export function healthOf(given: GivenHealth): HealthStatus | null {
  return healthStatuses.find((status) => status === given) ?? null;
}
