import { graphql } from '../../../gen/gql.ts';

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
