import { livesIn, mayBecome, workItemTypes, type WorkItemType } from '@milepost/core/work-items';
import { formatGlobalId, type NamespaceId } from '@milepost/core/ids';
import { builder } from '../../../platform/graphql/builder.ts';
import { connectionType, costOfShortList, pageArguments, pageOfWhole } from '../../../platform/graphql/connections.ts';
import { readGlobalId } from '../../../platform/graphql/ids.ts';
import { GroupRef, NamespaceRef, ProjectRef } from '../../namespaces/graphql.ts';
import { IssueTypeEnum } from './enums.ts';

/** A type of work item, and the top-level namespace for which it was requested; null for none. */
export interface TypeBelow {
  type: WorkItemType;
  rootId: NamespaceId | null;
}

export const WorkItemTypeRef = builder.objectRef<TypeBelow>('WorkItemType');
export const WorkItemTypeConnection = connectionType('WorkItemType', WorkItemTypeRef);

/** The published ids of the types. */
const numbers: Readonly<Record<WorkItemType, number>> = { issue: 1, incident: 2, task: 5, epic: 8 };
const names: Readonly<Record<WorkItemType, string>> = {
  issue: 'Issue',
  incident: 'Incident',
  task: 'Task',
  epic: 'Epic',
};

/** The type of this global id, or null when there is no such type. */
export function typeOfGlobalId(id: string): WorkItemType | null {
  const number: number = readGlobalId<'WorkItemType'>(id, 'WorkItems::Type');
  return workItemTypes.find((type) => numbers[type] === number) ?? null;
}

/** Pairs these types with a top-level namespace. */
export const typesBelow = (rootId: NamespaceId | null, types: readonly WorkItemType[]): TypeBelow[] =>
  types.map((type) => ({ type, rootId }));

export function describeTypes(): void {
  WorkItemTypeRef.implement({
    description: 'Epic, issue, incident or task',
    fields: (t) => ({
      id: t.field({ type: 'WorkItemsTypeID', resolve: ({ type }) => formatGlobalId('WorkItems::Type', numbers[type]) }),
      name: t.string({ resolve: ({ type }) => names[type] }),
      iconName: t.string({ nullable: true, resolve: ({ type }) => `issue-type-${type === 'task' ? 'task' : type}` }),
      supportedConversionTypes: t.field({
        type: [WorkItemTypeRef],
        nullable: true,
        resolve: ({ type, rootId }) =>
          typesBelow(
            rootId,
            workItemTypes.filter((other) => other !== type && mayBecome(type, other)),
          ),
      }),
    }),
  });
  for (const face of [GroupRef, ProjectRef, NamespaceRef]) {
    builder.objectField(face, 'workItemTypes', (t) =>
      t.field({
        type: WorkItemTypeConnection,
        nullable: true,
        args: { ...pageArguments, name: t.arg({ type: IssueTypeEnum }), onlyAvailable: t.arg.boolean() },
        complexity: costOfShortList,
        resolve: (namespace, { name, onlyAvailable, ...args }) =>
          pageOfWhole(
            typesBelow(
              namespace.rootId,
              workItemTypes.filter(
                (type) => (!name || name === type) && (!onlyAvailable || livesIn(type) === namespace.kind),
              ),
            ),
            args,
          ),
      }),
    );
  }
}
