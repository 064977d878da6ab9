import { builder } from '../../../platform/graphql/builder.ts';
import type { ListOrder, OrderKey } from '../store/orders.ts';
import { pluggedSorts } from './plugs.ts';

const up = (by: OrderKey): ListOrder => ({ by, isDescending: false });
const down = (by: OrderKey): ListOrder => ({ by, isDescending: true });

/** A sort order in both directions, as its two enum values. */
export const bothWays = (name: string, by: OrderKey) => ({ [`${name}_ASC`]: up(by), [`${name}_DESC`]: down(by) });

const epicSorts = {
  START_DATE_ASC: up('startDateAndTitle'),
  START_DATE_DESC: down('startDate'),
  END_DATE_ASC: up('dueDateAndTitle'),
  END_DATE_DESC: down('dueDate'),
  TITLE_ASC: up('title'),
  TITLE_DESC: down('title'),
  CREATED_AT_ASC: up('createdAt'),
  CREATED_AT_DESC: down('createdAt'),
  UPDATED_AT_ASC: up('updatedAt'),
  UPDATED_AT_DESC: down('updatedAt'),
  ASSIGNEE_ASC: up('assignee'),
  ASSIGNEE_DESC: down('assignee'),
  // Older clients send these in lower case.
  start_date_asc: up('startDateAndTitle'),
  start_date_desc: down('startDate'),
  end_date_asc: up('dueDateAndTitle'),
  end_date_desc: down('dueDate'),
} as const;

const issueSorts = {
  CREATED_ASC: up('createdAt'),
  CREATED_DESC: down('createdAt'),
  UPDATED_ASC: up('updatedAt'),
  UPDATED_DESC: down('updatedAt'),
  CLOSED_AT_ASC: up('closedAt'),
  CLOSED_AT_DESC: down('closedAt'),
  START_DATE_ASC: up('startDate'),
  START_DATE_DESC: down('startDate'),
  DUE_DATE_ASC: up('dueDate'),
  DUE_DATE_DESC: down('dueDate'),
  TITLE_ASC: up('title'),
  TITLE_DESC: down('title'),
  WEIGHT_ASC: up('weight'),
  WEIGHT_DESC: down('weight'),
  HEALTH_STATUS_ASC: up('healthStatus'),
  HEALTH_STATUS_DESC: down('healthStatus'),
  SEVERITY_ASC: up('severity'),
  SEVERITY_DESC: down('severity'),
  RELATIVE_POSITION_ASC: up('relativePosition'),
  created_asc: up('createdAt'),
  created_desc: down('createdAt'),
  updated_asc: up('updatedAt'),
  updated_desc: down('updatedAt'),
} as const;

/** Published orders by data that Milepost does not have: all keys are equal, so items are sorted by id. */
const emptySorts = {
  ESCALATION_STATUS_ASC: up('id'),
  ESCALATION_STATUS_DESC: down('id'),
} as const;
const workItemSorts = { ...issueSorts, ...emptySorts } as const;
const allIssueSorts = {
  ...workItemSorts,
  PUBLISHED_ASC: up('id'),
  PUBLISHED_DESC: down('id'),
  SLA_DUE_AT_ASC: up('id'),
  SLA_DUE_AT_DESC: down('id'),
} as const;

const namesOf = <Sorts extends object>(sorts: Sorts) => Object.keys(sorts) as (keyof Sorts & string)[];

export type EpicSort = keyof typeof epicSorts;

export const EpicSortEnum = builder.enumType('EpicSort', { values: namesOf(epicSorts) });
export const IssueSortEnum = builder.enumType('IssueSort', { values: namesOf(allIssueSorts) });
export const WorkItemSortEnum = builder.enumType('WorkItemSort', { values: namesOf(workItemSorts) });

/** Adds the orders of higher rooms to both enums; called once, when every room has registered. */
export function addPluggedSorts(): void {
  const values = Object.fromEntries(Object.keys(pluggedSorts()).map((name) => [name, { value: name }]));
  for (const sorts of [IssueSortEnum, WorkItemSortEnum]) {
    sorts.updateConfig((config) => ({
      ...config,
      values: Object.assign({}, config.values, values),
    }));
  }
}

/** Newest first by default. */
export function orderOfEpicSort(sort: EpicSort | null | undefined): ListOrder {
  return sort ? epicSorts[sort] : down('createdAt');
}

export function orderOfIssueSort(sort: string | null | undefined): ListOrder {
  const sorts: Readonly<Partial<Record<string, ListOrder>>> = { ...allIssueSorts, ...pluggedSorts() };
  return (sort ? sorts[sort] : undefined) ?? down('createdAt');
}
