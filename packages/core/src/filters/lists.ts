import type { Query } from '../query.ts';

/** The tabs of a list. */
export const listStates = ['opened', 'closed', 'all'] as const;
export type ListState = (typeof listStates)[number];

/** The sort options of a list of issues: the value in the address and in the API. */
export const issueListSorts = {
  updated_asc: 'UPDATED_ASC',
  updated_desc: 'UPDATED_DESC',
  created_asc: 'CREATED_ASC',
  created_desc: 'CREATED_DESC',
  due_date_asc: 'DUE_DATE_ASC',
  due_date_desc: 'DUE_DATE_DESC',
  weight_asc: 'WEIGHT_ASC',
  weight_desc: 'WEIGHT_DESC',
  title_asc: 'TITLE_ASC',
  title_desc: 'TITLE_DESC',
} as const;
export type IssueListSort = keyof typeof issueListSorts;

/** The sort options of a list of epics. */
export const epicListSorts = {
  updated_asc: 'UPDATED_AT_ASC',
  updated_desc: 'UPDATED_AT_DESC',
  created_asc: 'CREATED_AT_ASC',
  created_desc: 'CREATED_AT_DESC',
  start_date_asc: 'START_DATE_ASC',
  start_date_desc: 'START_DATE_DESC',
  due_date_asc: 'END_DATE_ASC',
  due_date_desc: 'END_DATE_DESC',
  owner_asc: 'ASSIGNEE_ASC',
  owner_desc: 'ASSIGNEE_DESC',
  title_asc: 'TITLE_ASC',
  title_desc: 'TITLE_DESC',
} as const;
export type EpicListSort = keyof typeof epicListSorts;

/** The default sort of a list. */
export const presetSort = 'updated_desc' satisfies IssueListSort & EpicListSort;

/** The tab in a URL; opened by default. */
export function listStateOf(address: Query): ListState {
  const named = address.findLast(([key]) => key === 'state')?.[1] ?? '';
  return listStates.find((state) => state === named) ?? 'opened';
}

/** The sort in a URL; the default if it has none of this list. */
export function listSortOf<Sort extends string>(address: Query, sorts: Readonly<Record<Sort, string>>): Sort {
  const named = address.findLast(([key]) => key === 'sort')?.[1].toLowerCase() ?? '';
  return (Object.hasOwn(sorts, named) ? named : presetSort) as Sort;
}
