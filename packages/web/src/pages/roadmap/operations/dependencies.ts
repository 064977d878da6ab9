import { graphql } from '../../../gen/gql.ts';

/** The dependencies among the epics of a roadmap at any depth, and the position of each in the hierarchy. */
export const roadmapDependencies = graphql(`
  query roadmapDependencies(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $timeframe: Timeframe
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        iid: $iid
        timeframe: $timeframe
        first: 100
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
      ) @filtered(list: epics) {
        nodes {
          id
          title
          state
          startDate
          dueDate
          ancestors {
            nodes {
              id
            }
          }
          linkedWorkItems {
            nodes {
              linkId
              linkType
              lagDays
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
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

/** The top rows of one lane: those of folded lanes are not listed. */
export const roadmapLaneMembers = graphql(`
  query roadmapLaneMembers(
    $fullPath: ID!
    $state: EpicState
    $iid: ID
    $timeframe: Timeframe
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
    $topLevelHierarchyOnly: Boolean
    $lane: String
  ) {
    group(fullPath: $fullPath) {
      id
      epics(
        state: $state
        iid: $iid
        timeframe: $timeframe
        first: 100
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
        topLevelHierarchyOnly: $topLevelHierarchyOnly
        lane: $lane
      ) @filtered(list: epics) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);
