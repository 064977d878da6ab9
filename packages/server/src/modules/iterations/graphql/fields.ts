import { unreachable } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { wildcards } from '../../work-items/graphql/filters.ts';
import { idOf } from '../../work-items/graphql/inputs.ts';
import { changeIssue } from '../../work-items/graphql/issue-mutations.ts';
import type { InputFields } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type WriteFace } from '../../work-items/graphql/plugs.ts';
import { IssueRef } from '../../work-items/graphql.ts';

const IterationWildcardEnum = builder.enumType('IterationWildcardId', {
  values: { ...wildcards, CURRENT: { value: 'current' } } as const,
});
const IterationInput = builder.inputType('WorkItemWidgetIterationInput', {
  fields: (t) => ({ iterationId: t.field({ type: 'IterationID' }) }),
});

interface IterationFields {
  iterationId?: string | null;
}

/** The iteration arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, IterationFields & { iterationWidget?: IterationFields | null }>({
    name: 'iterations',
    types: { IterationWildcardId: IterationWildcardEnum, IterationsCadenceID: 'IterationsCadenceID' },
    write: {
      fields: inputFields,
      read(input, name) {
        const iterationId = idOf<'Iteration'>((input.iterationWidget ?? input).iterationId, 'Iteration');
        return { iterationId: name === 'createIssue' ? (iterationId ?? undefined) : iterationId };
      },
    },
  });
}

function inputFields(t: InputFields, name: WriteFace) {
  switch (name) {
    case 'createEpic':
    case 'updateEpic':
    case 'updateIssue':
      return {};
    case 'createIssue':
    case 'issuesBulkUpdate':
      return { iterationId: t.field({ type: 'IterationID' }) };
    case 'workItemCreate':
    case 'workItemUpdate':
    case 'workItemBulkUpdate':
      return { iterationWidget: t.field({ type: IterationInput }) };
    default:
      return unreachable(name);
  }
}

export function mutateIterationOfIssue(): void {
  mutation('issueSetIteration', {
    input: (t) => ({
      projectPath: t.id({ required: true }),
      iid: t.string({ required: true }),
      iterationId: t.field({ type: 'IterationID', description: 'Null for none' }),
    }),
    resolve: (input, ctx) =>
      changeIssue(ctx, input, { iterationId: idOf<'Iteration'>(input.iterationId, 'Iteration') ?? null }),
    payload: (t) => ({ issue: t.field({ type: IssueRef, nullable: true, resolve: ({ result }) => result }) }),
  });
}
