import type { UserId } from '@milepost/core/ids';
import { GraphQLError } from 'graphql';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import type { WorkItemFields } from '../commands/fields.ts';

/** The description of an epic's color in inputs. */
export const EPIC_COLOR = 'One of the five suggested colors, such as `#217645`: others are refused';

/** Converts null to undefined, which leaves a field unchanged: for fields that cannot be cleared. */
export function given<Value>(value: Value | null | undefined): Value | undefined {
  return value ?? undefined;
}

/** Converts null to the empty text, which clears a text field. */
export function givenText(value: string | null | undefined): string | undefined {
  return value === null ? '' : value;
}

/** Converts the empty text to null, which clears a date. */
export function givenDay(value: string | null | undefined): string | null | undefined {
  if (value === undefined) return undefined;
  return value ? value.slice(0, 10) : null;
}

export interface EpicDates {
  startDateFixed?: string | null;
  startDateIsFixed?: boolean | null;
  dueDateFixed?: string | null;
  dueDateIsFixed?: boolean | null;
}

export function datesOf(input: EpicDates): WorkItemFields {
  return {
    startDateFixed: givenDay(input.startDateFixed),
    startDateIsFixed: given(input.startDateIsFixed),
    dueDateFixed: givenDay(input.dueDateFixed),
    dueDateIsFixed: given(input.dueDateIsFixed),
  };
}

/** Dates as they were read; undefined if they need not be compared. */
export function datesReadOf(
  read: { startDate?: string | null; dueDate?: string | null } | null | undefined,
): { startDate: string | null; dueDate: string | null } | undefined {
  return read ? { startDate: read.startDate ?? null, dueDate: read.dueDate ?? null } : undefined;
}

/** An optional reference: null removes it. */
export function idOf<Kind extends string>(id: string | number | null | undefined, ...types: readonly string[]) {
  return id === null || id === undefined ? id : readGlobalId<Kind>(String(id), ...types);
}

export function userIdsOf(ids: readonly string[] | null | undefined): readonly UserId[] | undefined {
  return ids?.map((id) => readGlobalId<'User'>(id, 'User'));
}

/** Throws the published error for an invalid argument. */
export function wrongArgument(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } });
}
