import { graphql } from '../../gen/gql.ts';

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
    startDateIsFixed
    dueDateIsFixed
    userPermissions {
      adminEpic
    }
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
        workItem {
          id
          title
          features {
            startAndDueDate {
              startDate
              dueDate
            }
          }
        }
      }
    }
    healthStatus {
      issuesOnTrack
      issuesNeedingAttention
      issuesAtRisk
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
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $search: String = ""
    $first: Int = 50
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $ids: [ID!]
    $undated: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      name
      roadmapEpicsLimit
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
        customField: $customField
        search: $search
        first: $first
        not: $not
        or: $or
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        ids: $ids
        undated: $undated
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

export const childEpics = graphql(`
  query epicChildEpics(
    $fullPath: ID!
    $iid: ID!
    $state: EpicState
    $sort: EpicSort
    $timeframe: Timeframe
    $labelName: [String!] = []
    $authorUsername: String = ""
    $milestoneTitle: String = ""
    $myReactionEmoji: String
    $confidential: Boolean
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $search: String = ""
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $first: Int = 100
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
          milestoneTitle: $milestoneTitle
          myReactionEmoji: $myReactionEmoji
          confidential: $confidential
          customField: $customField
          search: $search
          not: $not
          or: $or
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

export const groupMilestones = graphql(`
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

export const epicCount = graphql(`
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
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $search: String = ""
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $undated: Boolean
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
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        undated: $undated
      ) {
        count
      }
    }
  }
`);

export const createPermission = graphql(`
  query roadmapMayCreateEpic($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      userPermissions {
        createEpic
      }
    }
  }
`);

// The two documents below name it; nobody asks it by itself.
graphql(`
  fragment RoadmapDates on Epic {
    id
    startDate
    dueDate
  }
`);

export const groupExtent = graphql(`
  query roadmapExtent(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $labelName: [String!] = []
    $authorUsername: String = ""
    $milestoneTitle: String = ""
    $myReactionEmoji: String
    $confidential: Boolean
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $search: String = ""
    $not: NegatedEpicFilterInput
    $or: UnionedEpicFilterInput
    $includeDescendantGroups: Boolean = true
  ) {
    group(fullPath: $fullPath) {
      id
      firstStart: epics(
        sort: START_DATE_ASC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
      lastStart: epics(
        sort: START_DATE_DESC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
      firstDue: epics(
        sort: END_DATE_ASC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
      lastDue: epics(
        sort: END_DATE_DESC
        first: 1
        state: $state
        iid: $iid
        labelName: $labelName
        authorUsername: $authorUsername
        milestoneTitle: $milestoneTitle
        myReactionEmoji: $myReactionEmoji
        confidential: $confidential
        customField: $customField
        search: $search
        not: $not
        or: $or
        includeDescendantGroups: $includeDescendantGroups
      ) {
        nodes {
          ...RoadmapDates
        }
      }
    }
  }
`);

export const childExtent = graphql(`
  query roadmapChildExtent($fullPath: ID!, $iid: ID!, $state: EpicState) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        firstStart: children(sort: START_DATE_ASC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
        lastStart: children(sort: START_DATE_DESC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
        firstDue: children(sort: END_DATE_ASC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
        lastDue: children(sort: END_DATE_DESC, first: 1, state: $state) {
          nodes {
            ...RoadmapDates
          }
        }
      }
    }
  }
`);
