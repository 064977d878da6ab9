import type { StatusId } from '@milepost/core/ids';
import { builder } from '../../../platform/graphql/builder.ts';
import type { InputFields } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type WriteFace } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';
import { readStatusId } from '../filter/ids.ts';

const StatusFilterInput = builder.inputType('WorkItemWidgetStatusFilterInput', {
  description: 'A status, by id or by name',
  fields: (t) => ({ id: t.field({ type: 'WorkItemsStatusesStatusID' }), name: t.string() }),
});
const StatusInput = builder.inputType('WorkItemWidgetStatusInput', {
  fields: (t) => ({ status: t.field({ type: 'WorkItemsStatusesStatusID' }) }),
});

interface StatusFields {
  statusId?: string | null;
  statusWidget?: { status?: string | null } | null;
}

/** The status arguments and inputs of GraphQL lists and mutations, and its sort order. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, StatusFields>({
    name: 'statuses',
    sorts: bothWays('STATUS', 'status'),
    types: { WorkItemWidgetStatusFilterInput: StatusFilterInput },
    write: { fields: inputFields, read: (input) => ({ statusId: statusIdOf(input) }) },
  });
}

function statusIdOf({ statusId, statusWidget }: StatusFields): StatusId | undefined {
  const given = statusWidget?.status ?? statusId;
  return given ? readStatusId(given) : undefined;
}

function inputFields(t: InputFields, mutation: WriteFace) {
  switch (mutation) {
    case 'createIssue':
      return { statusId: t.field({ type: 'WorkItemsStatusesStatusID' }) };
    case 'createEpic':
    case 'updateEpic':
    case 'updateIssue':
    case 'issuesBulkUpdate':
      return {
        statusId: t.field({ type: 'WorkItemsStatusesStatusID', description: 'Milepost extension' }),
      };
    default:
      return { statusWidget: t.field({ type: StatusInput }) };
  }
}
