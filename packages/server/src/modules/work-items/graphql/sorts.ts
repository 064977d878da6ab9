import { builder } from '../../../platform/graphql/builder.ts';
import type { ListOrder, OrderKey } from '../store/orders.ts';

const up = (by: OrderKey): ListOrder => ({ by, isDescending: false });
const down = (by: OrderKey): ListOrder => ({ by, isDescending: true });

const epicSorts = {
  START_DATE_ASC: up('startDate'),
  START_DATE_DESC: down('startDate'),
  END_DATE_ASC: up('dueDate'),
  END_DATE_DESC: down('dueDate'),
  TITLE_ASC: up('title'),
  TITLE_DESC: down('title'),
  CREATED_AT_ASC: up('createdAt'),
  CREATED_AT_DESC: down('createdAt'),
  UPDATED_AT_ASC: up('updatedAt'),
  UPDATED_AT_DESC: down('updatedAt'),
  // Older pages write them small.
  start_date_asc: up('startDate'),
  start_date_desc: down('startDate'),
  end_date_asc: up('dueDate'),
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
  PRIORITY_ASC: up('priority'),
  PRIORITY_DESC: down('priority'),
  LABEL_PRIORITY_ASC: up('labelPriority'),
  LABEL_PRIORITY_DESC: down('labelPriority'),
  MILESTONE_DUE_ASC: up('milestoneDue'),
  MILESTONE_DUE_DESC: down('milestoneDue'),
  POPULARITY_ASC: up('popularity'),
  POPULARITY_DESC: down('popularity'),
  created_asc: up('createdAt'),
  created_desc: down('createdAt'),
  updated_asc: up('updatedAt'),
  updated_desc: down('updatedAt'),
} as const;

/**
 * Orders by what no item has: all are equal, so the order of their ids decides. Published clients may ask for them.
 */
const emptySorts = {
  ESCALATION_STATUS_ASC: up('id'),
  ESCALATION_STATUS_DESC: down('id'),
  STATUS_ASC: up('id'),
  STATUS_DESC: down('id'),
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

export const EpicSortEnum = builder.enumType('EpicSort', { values: namesOf(epicSorts) });
export const IssueSortEnum = builder.enumType('IssueSort', { values: namesOf(allIssueSorts) });
export const WorkItemSortEnum = builder.enumType('WorkItemSort', { values: namesOf(workItemSorts) });

/** Newest first where no order is asked for. */
export function orderOfEpicSort(sort: keyof typeof epicSorts | null | undefined): ListOrder {
  return sort ? epicSorts[sort] : down('createdAt');
}

export function orderOfIssueSort(sort: keyof typeof allIssueSorts | null | undefined): ListOrder {
  return sort ? allIssueSorts[sort] : down('createdAt');
}
