import { unreachable, ValidationError } from '@milepost/core/errors';
import { builder } from '../../../platform/graphql/builder.ts';
import { mutation } from '../../../platform/graphql/mutations.ts';
import { wildcards } from '../../work-items/graphql/filters.ts';
import { idOf } from '../../work-items/graphql/inputs.ts';
import { changeIssue } from '../../work-items/graphql/issue-mutations.ts';
import type { InputFields } from '../../work-items/graphql/filter-inputs.ts';
import { plugInGraphql, type WriteFace } from '../../work-items/graphql/plugs.ts';
import { IssueRef } from '../../work-items/graphql.ts';
import type { WidgetInput } from '../../work-items/sockets.ts';

const IterationWildcardEnum = builder.enumType('IterationWildcardId', {
  values: { ...wildcards, CURRENT: { value: 'current' } } as const,
});
const IterationInput = builder.inputType('WorkItemWidgetIterationInput', {
  fields: (t) => ({ iterationId: t.field({ type: 'IterationID' }) }),
});

const CreationWildcardEnum = builder.enumType('IssueCreationIterationWildcardId', { values: ['CURRENT'] as const });

interface IterationFields {
  iterationId?: string | null;
}
interface NewIssueFields extends IterationFields {
  iterationCadenceId?: string | null;
  iterationWildcardId?: 'CURRENT' | null;
}

/** The iteration arguments and inputs of GraphQL lists and mutations. */
export function plugInGraphqlFields(): void {
  plugInGraphql<object, NewIssueFields & { iterationWidget?: IterationFields | null }>({
    name: 'iterations',
    types: { IterationWildcardId: IterationWildcardEnum, IterationsCadenceID: 'IterationsCadenceID' },
    write: {
      fields: inputFields,
      read(input, name) {
        if (name === 'createIssue') return iterationOfNewIssue(input);
        return { iterationId: idOf<'Iteration'>((input.iterationWidget ?? input).iterationId, 'Iteration') };
      },
    },
  });
}

function iterationOfNewIssue(input: NewIssueFields): WidgetInput {
  const iterationId = idOf<'Iteration'>(input.iterationId, 'Iteration') ?? undefined;
  if (!input.iterationWildcardId) return { iterationId };
  if (iterationId)
    throw new ValidationError({ base: ['Only one of iterationId and iterationWildcardId may be given'] });
  const currentIterationOf = idOf<'Cadence'>(input.iterationCadenceId, 'Iterations::Cadence');
  if (!currentIterationOf) throw new ValidationError({ iteration_cadence: ["can't be blank"] });
  return { currentIterationOf };
}

function inputFields(t: InputFields, name: WriteFace) {
  switch (name) {
    case 'createEpic':
    case 'updateEpic':
    case 'updateIssue':
      return {};
    case 'createIssue':
      return {
        iterationId: t.field({ type: 'IterationID' }),
        iterationCadenceId: t.field({ type: 'IterationsCadenceID', description: 'Required with iterationWildcardId' }),
        iterationWildcardId: t.field({ type: CreationWildcardEnum }),
      };
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
