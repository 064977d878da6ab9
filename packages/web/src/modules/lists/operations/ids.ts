import { graphql } from '../../../gen/gql.ts';

export const listIssueIds = graphql(`
  query listIssueIds(
    $fullPath: ID!
    $isProject: Boolean!
    $state: IssuableState
    $sort: IssueSort
    $after: String
    $search: String
    $authorUsername: String
    $assigneeUsernames: [String!]
    $labelName: [String!]
    $milestoneTitle: [String!]
    $iterationId: [ID!]
    $iterationTitle: String
    $epicId: String
    $types: [IssueType!]
    $weight: String
    $healthStatusFilter: HealthStatusFilter
    $confidential: Boolean
    $myReactionEmoji: String
    $customField: [WorkItemWidgetCustomFieldFilterInputType!]
    $not: NegatedIssueFilterInput
    $or: UnionedIssueFilterInput
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      issues(
        includeSubgroups: true
        state: $state
        sort: $sort
        first: 100
        after: $after
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      issues(
        state: $state
        sort: $sort
        first: 100
        after: $after
        search: $search
        authorUsername: $authorUsername
        assigneeUsernames: $assigneeUsernames
        labelName: $labelName
        milestoneTitle: $milestoneTitle
        iterationId: $iterationId
        iterationTitle: $iterationTitle
        epicId: $epicId
        types: $types
        weight: $weight
        healthStatusFilter: $healthStatusFilter
        confidential: $confidential
        myReactionEmoji: $myReactionEmoji
        customField: $customField
        not: $not
        or: $or
      ) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  }
`);
