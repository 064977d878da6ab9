import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { request } from '../../app/graphql.ts';
import { MissingError } from '../../app/errors.ts';
import { graphql } from '../../gen/gql.ts';
import type { EpicChildEpicsQuery, RoadmapEpicFragment } from '../../gen/graphql.ts';
import type { EpicArguments } from './arguments.ts';
import { takeEarly } from './first-page.ts';

// The other documents of this file name it; nobody asks it by itself.
graphql(`
  fragment RoadmapEpic on Epic {
    id
    iid
    title
    state
    webPath
    startDate
    dueDate
    confidential
    color
    textColor
    hasParent
    hasChildren
    hasChildrenWithinTimeframe
    ancestors {
      nodes {
        id
      }
    }
    group {
      id
      name
      fullName
      fullPath
    }
    labels {
      nodes {
        id
        title
        description
        color
        textColor
      }
    }
    linkedWorkItems {
      nodes {
        linkId
        linkType
        workItemState
      }
    }
    descendantWeightSum {
      closedIssues
      openedIssues
    }
    descendantCounts {
      openedEpics
      closedEpics
      openedIssues
      closedIssues
    }
  }
`);

export const groupEpics = graphql(`
  query roadmapGroupEpicsWithColor(
    $fullPath: ID!
    $state: EpicState
    $sort: EpicSort
    $iid: ID
    $timeframe: Timeframe
    $labelName: [String!] = []
    $authorUsername: String = ""
    $milestoneTitle: String = ""
    $myReactionEmoji: String
    $confidential: Boolean
    $search: String = ""
    $first: Int = 50
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      name
      epics(
        state: $state
        sort: $sort
        iid: $iid
        timeframe: $timeframe
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        search: $search
        first: $first
        not: $not
        or: $or
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
      ) {
        nodes {
          ...RoadmapEpic
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

const childEpics = graphql(`
  query epicChildEpics(
    $fullPath: ID!
    $iid: ID!
    $state: EpicState
    $sort: EpicSort
    $timeframe: Timeframe
    $labelName: [String!] = []
    $authorUsername: String = ""
    $confidential: Boolean
    $search: String = ""
    $first: Int = 50
    $endCursor: String = ""
  ) {
    group(fullPath: $fullPath) {
      id
      name
      epic(iid: $iid) {
        id
        title
        children(
          state: $state
          sort: $sort
          timeframe: $timeframe
          labelName: $labelName
          authorUsername: $authorUsername
          confidential: $confidential
          search: $search
          first: $first
          after: $endCursor
        ) {
          nodes {
            ...RoadmapEpic
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

const groupMilestones = graphql(`
  query groupMilestonesEE(
    $fullPath: ID!
    $state: MilestoneStateEnum
    $timeframe: Timeframe
    $includeDescendants: Boolean
    $includeAncestors: Boolean
    $searchTitle: String
  ) {
    group(fullPath: $fullPath) {
      id
      milestones(
        state: $state
        timeframe: $timeframe
        includeDescendants: $includeDescendants
        includeAncestors: $includeAncestors
        searchTitle: $searchTitle
      ) {
        nodes {
          id
          title
          state
          startDate
          dueDate
          webPath
          groupMilestone
          subgroupMilestone
          projectMilestone
        }
      }
    }
  }
`);

const epicCount = graphql(`
  query roadmapEpicCount(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $timeframe: Timeframe
    $labelName: [String!] = []
    $authorUsername: String = ""
    $milestoneTitle: String = ""
    $myReactionEmoji: String
    $confidential: Boolean
    $search: String = ""
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        iid: $iid
        timeframe: $timeframe
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
      ) {
        count
      }
    }
  }
`);

/** Long lists are compared by nobody: what the server sent is taken as it is. Live events will tell when it is old. */
const listBehaviour = { structuralSharing: false, staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** So many epics come at a time. */
const pageSize = 50;

/** Page after page of the group's epics. Every argument that changes the list is part of the key. */
export function epicPages(args: EpicArguments) {
  return infiniteQueryOptions({
    queryKey: ['roadmapGroupEpics', args],
    queryFn: async ({ signal, pageParam }) => {
      const early = pageParam === '' ? takeEarly<Awaited<ReturnType<typeof requestEpics>>>(args) : undefined;
      const { group } = await (early ?? requestEpics(args, pageParam, signal));
      if (!group?.epics) throw new MissingError('There is no such group');
      return {
        group: { id: group.id, name: group.name },
        nodes: group.epics.nodes ?? [],
        pageInfo: group.epics.pageInfo,
      };
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? last.pageInfo.endCursor : undefined),
    ...listBehaviour,
  });
}

/** One page of the group's epics. */
export function requestEpics(args: EpicArguments, endCursor: string, signal?: AbortSignal) {
  return request(groupEpics, { ...args, first: pageSize, endCursor }, signal);
}

export interface ParentEpic {
  fullPath: string;
  iid: string;
}

/** All children of one epic that the roadmap's filters leave. */
export function childrenOf({ fullPath, iid }: ParentEpic, args: EpicArguments) {
  const { state, sort, timeframe, labelName, authorUsername, confidential, search } = args;
  const filters = { state, sort, timeframe, labelName, authorUsername, confidential, search };
  return queryOptions({
    queryKey: ['epicChildEpics', { fullPath, iid, ...filters }],
    queryFn: async ({ signal }) => {
      const nodes: (RoadmapEpicFragment | null)[] = [];
      let endCursor: string | null | undefined = '';
      let title = '';
      do {
        const answer: EpicChildEpicsQuery = await request(childEpics, { fullPath, iid, ...filters, endCursor }, signal);
        const epic = answer.group?.epic;
        if (!epic) throw new MissingError('There is no such epic');
        title = epic.title ?? '';
        nodes.push(...(epic.children?.nodes ?? []));
        endCursor = epic.children?.pageInfo.hasNextPage ? epic.children.pageInfo.endCursor : null;
      } while (endCursor);
      return { title, nodes };
    },
    ...listBehaviour,
  });
}

/** The active milestones of the group, of all below it and all above it. */
export function milestonesOf(fullPath: string, timeframe: EpicArguments['timeframe']) {
  const variables = { fullPath, state: 'active', timeframe, includeDescendants: true, includeAncestors: true } as const;
  return queryOptions({
    queryKey: ['groupMilestonesEE', variables],
    queryFn: async ({ signal }) => (await request(groupMilestones, variables, signal)).group?.milestones?.nodes ?? [],
    ...listBehaviour,
  });
}

/** How many epics there are for these arguments; a timeframe of null counts those outside it, too. */
export function countOf({ sort: _sort, ...args }: EpicArguments, timeframe: EpicArguments['timeframe'] | null) {
  const variables = { ...args, timeframe };
  return queryOptions({
    queryKey: ['roadmapEpicCount', variables],
    queryFn: async ({ signal }) => (await request(epicCount, variables, signal)).group?.epics?.count ?? 0,
    ...listBehaviour,
  });
}

const createPermission = graphql(`
  query roadmapMayCreateEpic($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      userPermissions {
        createEpic
      }
    }
  }
`);

/** Whether the viewer may create epics in the group. */
export function mayCreateEpic(fullPath: string) {
  return queryOptions({
    queryKey: ['roadmapMayCreateEpic', { fullPath }],
    queryFn: async ({ signal }) =>
      (await request(createPermission, { fullPath }, signal)).group?.userPermissions.createEpic ?? false,
  });
}
