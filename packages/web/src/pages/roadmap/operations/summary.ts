import { graphql } from '../../../gen/gql.ts';

export const roadmapSummary = graphql(`
  query roadmapSummary(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $timeframe: Timeframe
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
  ) {
    group(fullPath: $fullPath) {
      id
      epicSummary(
        state: $state
        iid: $iid
        timeframe: $timeframe
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
      ) @filtered(list: epics) {
        count
        opened
        onTrack
        needsAttention
        atRisk
        noUpdate
        overdue
        undated
        startsEarly
        outsideParent
        behind
        stale
      }
    }
  }
`);
