import { DEFAULT_ANALYTICS_DAYS, type DayRange, MAX_ANALYTICS_DAYS } from '@milepost/core/dates/analytics';
import { addDays, formatDay, parseDay, type Day } from '@milepost/core/days';
import { filterDefinitions } from '@milepost/core/filters/definitions';
import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import { type SearchChange, type SearchParameters, textOf } from '../../platform/navigation/search.ts';
import type { AnalyticsFilter } from './api.ts';

/** The lengths of the ranges that end today, in days. */
export const rangeLengths = [7, 30, 90, 180] as const;
type RangeLength = (typeof rangeLengths)[number];

/** The range of an address. `length`: null for dates that were chosen. */
export interface ChosenRange extends DayRange {
  length: RangeLength | null;
  error: 'reversed' | 'tooLong' | null;
}

/** The last 90 days by default. One date alone is completed as the API does. */
export function rangeOf(search: SearchParameters, today: Day): ChosenRange {
  const [start, end] = [parseDay(textOf(search, 'from')), parseDay(textOf(search, 'to'))];
  if (start === null && end === null) {
    const wanted = Number(textOf(search, 'range'));
    const length = rangeLengths.find((each) => each === wanted) ?? DEFAULT_ANALYTICS_DAYS;
    return { from: addDays(today, 1 - length), to: today, length, error: null };
  }
  const to = end ?? today;
  const from = start ?? addDays(to, 1 - DEFAULT_ANALYTICS_DAYS);
  const error = from > to ? 'reversed' : to - from + 1 > MAX_ANALYTICS_DAYS ? 'tooLong' : null;
  return { from, to, length: null, error };
}

export function addressOfLength(length: RangeLength): SearchChange {
  return { range: length === DEFAULT_ANALYTICS_DAYS ? '' : String(length), from: '', to: '' };
}

export function addressOfDates({ from, to }: DayRange): SearchChange {
  return { range: '', from: formatDay(from), to: formatDay(to) };
}

/** The parameters of the filters, as lists of issues have them. */
const keys = {
  project: 'project_id[]',
  author: filterDefinitions.author.key,
  assignee: `${filterDefinitions.assignee.key}[]`,
  label: `${filterDefinitions.label.key}[]`,
  milestone: filterDefinitions.milestone.key,
} as const;
export type FilterName = keyof typeof keys;
export const filterNames = Object.keys(keys) as FilterName[];

const valuesOf = (search: SearchParameters, name: FilterName): readonly string[] =>
  [search[keys[name]] ?? []].flat().filter((value) => value !== '');

export function tokensOf(search: SearchParameters): FilterToken[] {
  return filterNames.flatMap((type) =>
    valuesOf(search, type).map((data) => ({ type, value: { operator: 'is' as const, data } })),
  );
}

/** The address of these tokens. Of authors and milestones the last counts: an item has one. */
export function addressOfTokens(tokens: readonly FilterToken[]): SearchChange {
  return Object.fromEntries(
    filterNames.map((name) => {
      const values = tokens.filter(({ type }) => type === name).map(({ value }) => value.data);
      return [keys[name], keys[name].endsWith('[]') ? values : (values.at(-1) ?? '')];
    }),
  );
}

const PROJECT_ID = /^[1-9]\d{0,14}$/;

/** The variables of the requests. A project that is no number is left out. */
export function filterOf(search: SearchParameters): AnalyticsFilter {
  const of = (name: FilterName) => valuesOf(search, name);
  const projects = of('project').filter((id) => PROJECT_ID.test(id));
  const [author] = of('author');
  const [milestone] = of('milestone');
  return {
    ...(projects.length > 0 && { projectIds: projects.map((id) => `gid://gitlab/Project/${id}`) }),
    ...(of('label').length > 0 && { labelNames: [...of('label')] }),
    ...(author && { authorUsername: author }),
    ...(of('assignee').length > 0 && { assigneeUsernames: [...of('assignee')] }),
    ...(milestone && { milestoneTitle: milestone }),
  };
}
