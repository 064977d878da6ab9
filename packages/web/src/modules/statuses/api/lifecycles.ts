import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { present, refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import type {
  GroupLifecyclesQuery,
  LifecycleCreateInput,
  LifecycleUpdateInput,
  StatusMappingInput,
} from '../../../gen/graphql.ts';
import { graphql } from '../../../gen/gql.ts';

const groupLifecycles = graphql(`
  query groupLifecycles($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      fullName
      userPermissions {
        adminWorkItemLifecycle
      }
      rootNamespace {
        id
        fullName
        fullPath
      }
      lifecycles {
        nodes {
          id
          name
          lockVersion
          statuses {
            ...ShownStatus
            description
          }
          defaultOpenStatus {
            id
          }
          defaultClosedStatus {
            id
          }
          defaultDuplicateStatus {
            id
          }
          workItemTypes {
            id
            name
          }
          itemCounts {
            status {
              id
            }
            workItemType {
              id
            }
            count
          }
        }
      }
    }
  }
`);

const createDocument = graphql(`
  mutation createLifecycle($input: LifecycleCreateInput!) {
    lifecycleCreate(input: $input) {
      errors
    }
  }
`);

const updateDocument = graphql(`
  mutation updateLifecycle($input: LifecycleUpdateInput!) {
    lifecycleUpdate(input: $input) {
      errors
    }
  }
`);

const deleteDocument = graphql(`
  mutation deleteLifecycle($namespacePath: ID!, $id: GlobalID!) {
    lifecycleDelete(input: { namespacePath: $namespacePath, id: $id }) {
      errors
    }
  }
`);

const attachDocument = graphql(`
  mutation attachLifecycle(
    $namespacePath: ID!
    $lifecycleId: GlobalID!
    $workItemTypeId: WorkItemsTypeID!
    $statusMappings: [StatusMappingInput!]
  ) {
    lifecycleAttachWorkItemType(
      input: {
        namespacePath: $namespacePath
        lifecycleId: $lifecycleId
        workItemTypeId: $workItemTypeId
        statusMappings: $statusMappings
      }
    ) {
      errors
    }
  }
`);

type Group = NonNullable<GroupLifecyclesQuery['group']>;
type Lifecycles = NonNullable<NonNullable<Group['lifecycles']>['nodes']>;
export type LifecycleView = NonNullable<Lifecycles[number]>;
export type StatusView = LifecycleView['statuses'][number];

export interface GroupLifecycles {
  lifecycles: readonly LifecycleView[];
  mayManage: boolean;
  isTopLevel: boolean;
  /** The top-level group, if the viewer may see it. */
  root: { fullName: string; fullPath: string } | null;
}

export const lifecyclesKey = (fullPath: string) => ['lifecycles', fullPath];

/** The lifecycles of the top-level group of a group. */
export function lifecyclesQuery(fullPath: string) {
  return queryOptions({
    queryKey: lifecyclesKey(fullPath),
    queryFn: async ({ signal }): Promise<GroupLifecycles> => {
      const { group } = await request(groupLifecycles, { fullPath }, signal);
      if (!group) throw new NotFoundError('Group');
      return {
        lifecycles: present(group.lifecycles?.nodes),
        mayManage: group.userPermissions.adminWorkItemLifecycle,
        isTopLevel: !fullPath.includes('/'),
        root: group.rootNamespace ?? null,
      };
    },
  });
}

/** The number of items in a status, of one type or of all that follow the lifecycle. */
export function itemsIn(lifecycle: LifecycleView, statusId: unknown, typeId?: string): number {
  return (lifecycle.itemCounts ?? [])
    .filter(({ status, workItemType }) => status.id === statusId && (!typeId || workItemType.id === typeId))
    .reduce((sum, { count }) => sum + count, 0);
}

export async function createLifecycle(input: LifecycleCreateInput): Promise<void> {
  refuseUnlessDone((await request(createDocument, { input })).lifecycleCreate);
}

export async function updateLifecycle(input: LifecycleUpdateInput): Promise<void> {
  refuseUnlessDone((await request(updateDocument, { input })).lifecycleUpdate);
}

export async function deleteLifecycle(namespacePath: string, id: string): Promise<void> {
  refuseUnlessDone((await request(deleteDocument, { namespacePath, id })).lifecycleDelete);
}

export async function attachLifecycle(wanted: {
  namespacePath: string;
  lifecycleId: string;
  workItemTypeId: string;
  statusMappings: StatusMappingInput[];
}): Promise<void> {
  refuseUnlessDone((await request(attachDocument, wanted)).lifecycleAttachWorkItemType);
}
