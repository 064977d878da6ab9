import type { UserId } from '@milepost/core/ids';
import type { FilterList } from '@milepost/core/filters/types';
import { Type, type Static, type TObject, type TProperties } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import {
  KeysetPage,
  keysetInput,
  keysetRequest,
  pageRequest,
  pagingInput,
  RestPage,
} from '../../../platform/rest/paging.ts';
import { timeInput, timeOf } from '../../../platform/rest/times.ts';
import { filterParameters, restFields } from './filters.ts';
import { presentEpic, presentIssue, type PresentationOptions } from './presenters.ts';
import { choice } from './values.ts';
import type { FilterFields, Given, WorkItemFilter } from '../sockets.ts';
import type { WorkItemListing } from '../store/list-conditions.ts';
import { listKey, totalOf, workItemsAfter, workItemsOnPage, type ListedWorkItem } from '../store/lists.ts';
import type { OrderKey } from '../store/orders.ts';
import { issueTypes } from '../store.ts';

/** An own parameter that `not[…]` accepts as well. */
const issueNegatable = { iids: Type.Optional(Type.Array(Type.Integer())) };

const sharedMessages = {
  search: Type.Optional(Type.String({ description: 'In title and description' })),
  state: choice(['opened', 'closed', 'all']),
  sort: choice(['asc', 'desc']),
  created_after: timeInput('At this time or later'),
  created_before: timeInput('At this time or earlier'),
  updated_after: timeInput('At this time or later'),
  updated_before: timeInput('At this time or earlier'),
  with_labels_details: Type.Optional(Type.Boolean({ default: false })),
};

const epicOrders = { created_at: 'createdAt', updated_at: 'updatedAt', title: 'title', id: 'id' } as const;
const issueOrders = {
  ...epicOrders,
  due_date: 'dueDate',
  relative_position: 'relativePosition',
  weight: 'weight',
  priority: 'priority',
  label_priority: 'labelPriority',
  milestone_due: 'milestoneDue',
  popularity: 'popularity',
} as const satisfies Record<string, OrderKey>;

const dueDates = {
  '0': 'none',
  any: 'any',
  today: 'today',
  tomorrow: 'tomorrow',
  overdue: 'overdue',
  week: 'week',
  month: 'month',
  next_month_and_previous_two_weeks: 'nextMonthAndPreviousTwoWeeks',
} as const satisfies Record<string, FilterFields['due']>;

const epicMessages = {
  ...sharedMessages,
  order_by: choice(Object.keys(epicOrders) as (keyof typeof epicOrders)[]),
};
const issueMessages = {
  ...issueNegatable,
  ...sharedMessages,
  order_by: choice(Object.keys(issueOrders) as (keyof typeof issueOrders)[]),
  scope: choice(['created_by_me', 'assigned_to_me', 'all', 'created-by-me', 'assigned-to-me']),
  issue_type: choice(issueTypes),
  in: Type.Optional(
    Type.Array(Type.Enum(['title', 'description']), { description: 'The fields that `search` covers' }),
  ),
  due_date: choice(Object.keys(dueDates) as (keyof typeof dueDates)[]),
};

/** The parameters of a list, including those of the table of filters. */
function listInput<Own extends TProperties>(list: FilterList, own: Own, negatable: TProperties): TObject<Own> {
  const not = Type.Object({ ...filterParameters(list, 'not'), ...negatable });
  return Type.Object({ ...filterParameters(list, 'is'), not: Type.Optional(not), ...own });
}

export function epicListInput<More extends TProperties>(more: More) {
  return listInput('epics', { ...epicMessages, ...pagingInput, ...keysetInput, ...more }, {});
}

export function issueListInput<More extends TProperties>(more: More) {
  return listInput('issues', { ...issueMessages, ...pagingInput, ...keysetInput, ...more }, issueNegatable);
}

type EpicListInput = Static<TObject<typeof epicMessages>> & { not?: object };
type IssueListInput = Static<TObject<typeof issueMessages>> & { not?: object };

export function epicListing(scope: WorkItemListing['scope'], input: EpicListInput): WorkItemListing {
  return {
    scope,
    types: ['epic'],
    filter: filterOf('epics', input),
    search: input.search ? { text: input.search, in: ['title', 'description'] } : null,
    order: { by: epicOrders[input.order_by ?? 'created_at'], isDescending: input.sort !== 'asc' },
  };
}

export function issueListing(
  ctx: Context,
  scope: WorkItemListing['scope'],
  input: IssueListInput & { non_archived?: boolean },
  defaultScope: 'created_by_me' | 'all' = 'all',
): WorkItemListing {
  const filter = filterOf('issues', input);
  // An anonymous viewer has id 0 and matches no account.
  const me = ctx.viewer.id ?? (0 as UserId);
  const whose = (input.scope ?? defaultScope).replaceAll('-', '_');
  const own: FilterFields = {
    ...(whose === 'created_by_me' && { authorId: me }),
    ...(whose === 'assigned_to_me' && { assigneeId: me }),
  };
  const isNamedToo = Object.keys(own).some((field) => field in filter.is);
  return {
    scope,
    types: input.issue_type ? [input.issue_type] : issueTypes,
    // A person named in the parameters narrows the scope, and does not replace it: one alternative is a condition more.
    filter: { ...filter, is: { ...own, ...filter.is }, ...(isNamedToo && { or: own }) },
    search: input.search ? { text: input.search, in: input.in ?? ['title', 'description'] } : null,
    order: { by: issueOrders[input.order_by ?? 'created_at'], isDescending: input.sort !== 'asc' },
    leavesOutArchived: input.non_archived ?? scope?.of.kind !== 'project',
  };
}

function filterOf(list: FilterList, input: Omit<EpicListInput & IssueListInput, 'order_by'>): WorkItemFilter {
  const { state, not } = input;
  return {
    is: {
      ...ownFields(input),
      ...restFields(list, 'is', input),
      ...(state && state !== 'all' && { state }),
      ...timeFields(input),
      ...(input.due_date && { due: dueDates[input.due_date] }),
    },
    not: not ? { ...ownFields(not), ...restFields(list, 'not', not as Given) } : {},
    or: {},
  };
}

const ownFields = ({ iids }: { iids?: number[] }): FilterFields => (iids ? { iids } : {});

function timeFields(input: Static<TObject<typeof sharedMessages>>): FilterFields {
  return {
    createdAfter: timeOf('created_after', input.created_after),
    createdBefore: timeOf('created_before', input.created_before),
    updatedAfter: timeOf('updated_after', input.updated_after),
    updatedBefore: timeOf('updated_before', input.updated_before),
  };
}

/** One page of a listing in REST: numbered, or by keyset if requested. */
export async function presentPage(
  ctx: Context,
  listing: WorkItemListing,
  input: Parameters<typeof pageRequest>[0] & Parameters<typeof keysetRequest>[0] & { with_labels_details?: boolean },
): Promise<RestPage<unknown> | KeysetPage<unknown>> {
  const how: PresentationOptions = {
    hasLabelDetails: input.with_labels_details ?? false,
    from: listing.scope?.of ?? null,
  };
  const present = (items: readonly ListedWorkItem[]) =>
    Promise.all(
      items.map((item) => (item.type === 'epic' ? presentEpic(ctx, item, how) : presentIssue(ctx, item, how))),
    );
  const slice = keysetRequest(input);
  if (slice) {
    const items = await workItemsAfter(ctx, listing, slice);
    const last = items.length > slice.limit ? items[slice.limit - 1] : undefined;
    return new KeysetPage(await present(items.slice(0, slice.limit)), last ? listKey(last) : null);
  }
  const page = pageRequest(input);
  const [items, total] = await Promise.all([workItemsOnPage(ctx, listing, page), totalOf(ctx, listing)]);
  return new RestPage(await present(items), total, page);
}
