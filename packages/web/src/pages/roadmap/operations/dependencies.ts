import { graphql } from '../../../gen/gql.ts';

/** What blocks what among the epics of a roadmap at any depth, and where each of them stands in the hierarchy. */
export const roadmapDependencies = graphql(`
  query roadmapDependencies(
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
    $endCursor: String = ""
    $includeDescendantGroups: Boolean = true
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
        first: 100
        not: $not
        or: $or
        after: $endCursor
        includeDescendantGroups: $includeDescendantGroups
      ) {
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
