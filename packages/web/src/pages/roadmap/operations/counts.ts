import { graphql } from '../../../gen/gql.ts';

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
