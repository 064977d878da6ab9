import { unreachable } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { given } from '../../work-items/graphql/inputs.ts';
import type { InputFields } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type WriteFace } from '../../work-items/graphql/plugs.ts';
import { bothWays } from '../../work-items/graphql/sorts.ts';
import type { WidgetInput } from '../../work-items/sockets.ts';

const LabelsCreateInput = builder.inputType('WorkItemWidgetLabelsCreateInput', {
  fields: (t) => ({ labelIds: t.field({ type: ['LabelID'], required: true }) }),
});
const LabelsUpdateInput = builder.inputType('WorkItemWidgetLabelsUpdateInput', {
  fields: (t) => ({
    addLabelIds: t.field({ type: ['LabelID'] }),
    removeLabelIds: t.field({ type: ['LabelID'] }),
  }),
});

interface LabelInput {
  labelIds?: readonly string[] | null;
  labels?: readonly string[] | null;
  addLabelIds?: readonly (string | number)[] | null;
  addLabels?: readonly string[] | null;
  removeLabelIds?: readonly (string | number)[] | null;
  removeLabels?: readonly string[] | null;
}

/** The label arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, LabelInput & { labelsWidget?: LabelInput | null }>({
    name: 'labels',
    write: { fields: inputFields, read: (input) => labelsOf(input.labelsWidget ?? input) },
    sorts: bothWays('LABEL_PRIORITY', 'labelPriority'),
  });
}

/** Epic pages send plain numbers, so their fields accept any id. */
function inputFields(t: InputFields, mutation: WriteFace) {
  switch (mutation) {
    case 'createEpic':
      return { addLabelIds: t.idList(), addLabels: t.stringList(), removeLabelIds: t.idList() };
    case 'updateEpic':
      return {
        addLabelIds: t.idList(),
        addLabels: t.stringList(),
        removeLabelIds: t.idList(),
        removeLabels: t.stringList(),
      };
    case 'createIssue':
      return { labels: t.stringList(), labelIds: t.field({ type: ['LabelID'] }) };
    case 'updateIssue':
      return { labelIds: t.idList(), addLabelIds: t.idList(), removeLabelIds: t.idList() };
    case 'issuesBulkUpdate':
      return { addLabelIds: t.field({ type: ['LabelID'] }), removeLabelIds: t.field({ type: ['LabelID'] }) };
    case 'workItemCreate':
      return { labelsWidget: t.field({ type: LabelsCreateInput }) };
    case 'workItemUpdate':
    case 'workItemBulkUpdate':
      return { labelsWidget: t.field({ type: LabelsUpdateInput }) };
    default:
      return unreachable(mutation);
  }
}

/** Labels by global id or, as the epic's label selector sends them, by plain number. */
function labelsOf(input: LabelInput): WidgetInput {
  const read = (ids: readonly (string | number)[] | null | undefined) =>
    ids?.map((id) => readGlobalId<'Label'>(String(id), 'GroupLabel', 'ProjectLabel', 'Label'));
  return {
    labelIds: read(input.labelIds),
    labelNames: given(input.labels),
    addLabelIds: read(input.addLabelIds),
    addLabelNames: given(input.addLabels),
    removeLabelIds: read(input.removeLabelIds),
    removeLabelNames: given(input.removeLabels),
  };
}
