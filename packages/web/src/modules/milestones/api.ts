import { digitsOf } from '@milepost/core/global-ids';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { present } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { graphqlPages } from '../../platform/api/queries.ts';
import { restPath } from '../../platform/api/rest.ts';
import type { GroupMilestonesPageQuery, ListedMilestoneFragment, MilestoneSort } from '../../gen/graphql.ts';
import { graphql } from '../../gen/gql.ts';

graphql(`
  fragment ListedMilestone on Milestone {
    id
    iid
    title
    description
    state
    startDate
    dueDate
    expired
    webPath
    projectMilestone
    group {
      id
      fullName
    }
    project {
      id
      nameWithNamespace
    }
    stats {
      totalIssuesCount
      closedIssuesCount
      totalWeight
      closedWeight
      epicsCount
    }
    userPermissions {
      adminMilestone
      promoteMilestone
    }
  }
`);

const groupMilestonesPage = graphql(`
  query groupMilestonesPage(
    $fullPath: ID!
    $state: MilestoneStateEnum
    $sort: MilestoneSort
    $search: String
    $after: String
  ) {
    namespace: group(fullPath: $fullPath) {
      id
      active: milestones(
        state: active
        searchTitle: $search
        includeDescendants: true
        includeAncestors: true
        first: 1
      ) {
        count
      }
      closed: milestones(
        state: closed
        searchTitle: $search
        includeDescendants: true
        includeAncestors: true
        first: 1
      ) {
        count
      }
      milestones(
        state: $state
        sort: $sort
        searchTitle: $search
        includeDescendants: true
        includeAncestors: true
        first: 50
        after: $after
      ) {
        nodes {
          ...ListedMilestone
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const projectMilestonesPage = graphql(`
  query projectMilestonesPage(
    $fullPath: ID!
    $state: MilestoneStateEnum
    $sort: MilestoneSort
    $search: String
    $after: String
  ) {
    namespace: project(fullPath: $fullPath) {
      id
      active: milestones(state: active, searchTitle: $search, includeAncestors: true, first: 1) {
        count
      }
      closed: milestones(state: closed, searchTitle: $search, includeAncestors: true, first: 1) {
        count
      }
      milestones(state: $state, sort: $sort, searchTitle: $search, includeAncestors: true, first: 50, after: $after) {
        nodes {
          ...ListedMilestone
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** A milestone in lists and dialogs. */
export type ListedMilestone = ListedMilestoneFragment;

export const milestoneOrders = ['due_date', 'start_date', 'title'] as const;
const sorts: Readonly<Record<(typeof milestoneOrders)[number], MilestoneSort>> = {
  due_date: 'DUE_DATE_ASC',
  start_date: 'START_DATE_ASC',
  title: 'TITLE_ASC',
};

export interface MilestoneSearch {
  state: 'active' | 'closed' | 'all';
  sort: (typeof milestoneOrders)[number];
  search: string;
}

export const milestonesKey = ({ kind, fullPath }: NamespaceRef) => ['milestones', kind, fullPath] as const;

/** Milestones of a group or project, with those of the groups above; of a group also with those of everything below. */
export function milestonesPages(namespace: NamespaceRef, { state, sort, search }: MilestoneSearch) {
  const variables = {
    fullPath: namespace.fullPath,
    state: state === 'all' ? null : state,
    sort: sorts[sort],
    search,
  };
  return graphqlPages(
    [...milestonesKey(namespace), state, sort, search],
    namespace.kind === 'group' ? groupMilestonesPage : (projectMilestonesPage as unknown as typeof groupMilestonesPage),
    variables,
    (result: GroupMilestonesPageQuery) => result.namespace?.milestones,
  );
}

export const milestonesOf = (result: GroupMilestonesPageQuery): ListedMilestone[] =>
  present(result.namespace?.milestones?.nodes);

/** The group or project of a milestone, by the path of its page. */
export function ownerOf({ webPath }: Pick<ListedMilestone, 'webPath'>): NamespaceRef {
  const [owner = ''] = webPath.split('/-/');
  const isGroup = owner.startsWith('/groups/');
  return { kind: isGroup ? 'group' : 'project', fullPath: owner.slice(isGroup ? '/groups/'.length : 1) };
}

export interface MilestoneFields {
  title: string;
  description: string;
  start_date: string;
  due_date: string;
}

const pathIn = ({ kind, fullPath }: NamespaceRef, rest = ''): string =>
  restPath(`/${kind}s/${encodeURIComponent(fullPath)}/milestones${rest}`);

const pathOf = (milestone: Pick<ListedMilestone, 'id' | 'webPath'>, rest = ''): string =>
  pathIn(ownerOf(milestone), `/${idOf(milestone)}${rest}`);

/** The number in a global id. */
export const idOf = ({ id }: { id: string }): string => digitsOf(id);

export interface CreatedMilestone {
  id: number;
  iid: number;
}

export function createMilestone(namespace: NamespaceRef, fields: MilestoneFields): Promise<CreatedMilestone> {
  return sendJson(pathIn(namespace), { method: 'POST', body: fields });
}

export async function updateMilestone(
  milestone: Pick<ListedMilestone, 'id' | 'webPath'>,
  changes: Partial<MilestoneFields> & { state_event?: 'close' | 'activate' },
): Promise<void> {
  await sendJson(pathOf(milestone), { method: 'PUT', body: changes });
}

export async function deleteMilestone(milestone: Pick<ListedMilestone, 'id' | 'webPath'>): Promise<void> {
  await sendJson(pathOf(milestone), { method: 'DELETE' });
}

/** Promotes a project milestone; returns the new one, of the group. */
export function promoteMilestone(milestone: Pick<ListedMilestone, 'id' | 'webPath'>): Promise<CreatedMilestone> {
  return sendJson(pathOf(milestone, '/promote'), { method: 'POST' });
}
