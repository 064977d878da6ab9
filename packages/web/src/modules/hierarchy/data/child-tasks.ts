import { digitsOf } from '@milepost/core/global-ids';
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query';
import { accepted, present, refuseUnlessDone, request } from '../../../platform/api/graphql.ts';
import { graphql } from '../../../gen/gql.ts';
import type { WorkItemUpdateInput } from '../../../gen/graphql.ts';

const issueTasks = graphql(`
  query issueTasks($fullPath: ID!, $iid: String!, $after: String) {
    namespace(fullPath: $fullPath) {
      id
      workItem(iid: $iid) {
        id
        userPermissions {
          adminParentLink
        }
        widgets(onlyTypes: [HIERARCHY]) {
          type
          ... on WorkItemWidgetHierarchy {
            rolledUpCountsByType {
              workItemType {
                id
                name
              }
              countsByState {
                all
                closed
              }
            }
            children(first: 100, after: $after) {
              nodes {
                id
                title
                state
                confidential
                webPath
                userPermissions {
                  updateWorkItem
                  adminParentLink
                }
                widgets(onlyTypes: [ASSIGNEES]) {
                  type
                  ... on WorkItemWidgetAssignees {
                    assignees {
                      nodes {
                        id
                        name
                        username
                        avatarUrl
                        type
                      }
                    }
                  }
                }
              }
              pageInfo {
                hasNextPage
                endCursor
              }
            }
          }
        }
      }
    }
  }
`);

const createTaskDocument = graphql(`
  mutation createChildTask($input: WorkItemCreateInput!) {
    workItemCreate(input: $input) {
      errors
      workItem {
        id
      }
    }
  }
`);

const updateTaskDocument = graphql(`
  mutation updateChildTask($input: WorkItemUpdateInput!) {
    workItemUpdate(input: $input) {
      errors
    }
  }
`);

/** The number of the type task in the API. */
const taskTypeId = 'gid://gitlab/WorkItems::Type/5';

/** The id of a work item from a global id of any of its types. */
const workItemId = (id: string): string => `gid://gitlab/WorkItem/${digitsOf(id)}`;

/** The tasks below an issue, a hundred at a time, and whether the viewer may add to them. `fullPath`: of its project. */
export function childTasksQuery({ fullPath, iid }: { fullPath: string; iid: string }) {
  return infiniteQueryOptions({
    queryKey: ['child-tasks', fullPath, iid],
    initialPageParam: '',
    queryFn: async ({ signal, pageParam }) => {
      const { namespace } = await request(
        issueTasks,
        { fullPath, iid, ...(pageParam !== '' && { after: pageParam }) },
        signal,
      );
      const workItem = namespace?.workItem;
      const hierarchy = present(workItem?.widgets).flatMap((widget) => ('children' in widget ? [widget] : []))[0];
      const counts = hierarchy?.rolledUpCountsByType.find(({ workItemType }) => workItemType.name === 'Task');
      const tasks = present(hierarchy?.children?.nodes).map((task) => ({
        id: task.id,
        title: task.title,
        isClosed: task.state === 'CLOSED',
        isConfidential: task.confidential,
        webPath: task.webPath,
        mayUpdate: task.userPermissions.updateWorkItem,
        mayRemove: task.userPermissions.adminParentLink,
        people: present(task.widgets).flatMap((widget) =>
          'assignees' in widget ? present(widget.assignees?.nodes) : [],
        ),
      }));
      return {
        mayAdd: workItem?.userPermissions.adminParentLink ?? false,
        all: counts?.countsByState.all ?? 0,
        closed: counts?.countsByState.closed ?? 0,
        tasks,
        next: hierarchy?.children?.pageInfo.hasNextPage ? (hierarchy.children.pageInfo.endCursor ?? null) : null,
      };
    },
    getNextPageParam: ({ next }) => next,
  });
}

type Page = Awaited<ReturnType<NonNullable<ReturnType<typeof childTasksQuery>['queryFn']>>>;
export type ChildTask = Page['tasks'][number];

export interface NewTask {
  /** Of the issue: a global id of any of its faces. */
  parentId: string;
  projectPath: string;
  title: string;
  /** A confidential parent only accepts confidential children, so a task inherits the confidentiality of its issue. */
  isConfidential: boolean;
}

/** Creates a task in an issue. Throws ChangeRefusedError. */
export async function createTask(task: NewTask): Promise<void> {
  const { workItemCreate } = await request(createTaskDocument, {
    input: {
      namespacePath: task.projectPath,
      workItemTypeId: taskTypeId,
      title: task.title,
      confidential: task.isConfidential,
      hierarchyWidget: { parentId: workItemId(task.parentId) },
    },
  });
  accepted(workItemCreate, 'workItem');
}

/** The issue that holds tasks: a global id of any of its faces, and the path of its project. */
export interface TaskParent {
  id: string;
  fullPath: string;
  isConfidential: boolean;
}

/** Changes the tasks of an issue and invalidates everything that shows them. */
export function useChildTasks({ id, fullPath, isConfidential }: TaskParent) {
  const client = useQueryClient();
  const renewed = async (work: Promise<void>): Promise<void> => {
    await work;
    for (const queryKey of [['children'], ['activity'], ['issues']]) void client.invalidateQueries({ queryKey });
    await client.invalidateQueries({ queryKey: ['child-tasks'] });
  };
  const update = async (input: WorkItemUpdateInput): Promise<void> =>
    refuseUnlessDone((await request(updateTaskDocument, { input })).workItemUpdate);
  const create = (title: string): Promise<void> =>
    createTask({ parentId: id, projectPath: fullPath, title, isConfidential });
  return {
    /** A task in the project of the issue. */
    add: (title: string) => renewed(create(title)),
    /** Tasks were added to it. */
    added: () => renewed(Promise.resolve()),
    /** Closes an open task, reopens a closed one. */
    toggle: (task: ChildTask) => renewed(update({ id: task.id, stateEvent: task.isClosed ? 'REOPEN' : 'CLOSE' })),
    /** Removes a task from the issue without deleting it. */
    remove: (task: ChildTask) => renewed(update({ id: task.id, hierarchyWidget: { parentId: null } })),
    /** Puts it back. */
    restore: (task: ChildTask) => renewed(update({ id: task.id, hierarchyWidget: { parentId: workItemId(id) } })),
  };
}
