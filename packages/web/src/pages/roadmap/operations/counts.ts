import { graphql } from '../../../gen/gql.ts';

export const epicCount = graphql(`
  query roadmapEpicCount(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $timeframe: Timeframe
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
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        undated: $undated
      ) @filtered(list: epics) {
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
