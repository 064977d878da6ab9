import { graphql } from '../../../gen/gql.ts';

graphql(`
  fragment IssueOfList on Issue {
    ...ListedIssue
    userNotesCount
    iteration {
      id
      title
      startDate
      dueDate
      iterationCadence {
        id
        title
      }
    }
    epic {
      id
      title
      webPath
    }
  }
`);

export const listIssues = graphql(`
  query listIssues(
    $fullPath: ID!
    $isProject: Boolean!
    $state: IssuableState
    $sort: IssueSort
    $first: Int
    $after: String
    $last: Int
    $before: String
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
        first: $first
        after: $after
        last: $last
        before: $before
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
          ...IssueOfList
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
        first: $first
        after: $after
        last: $last
        before: $before
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
          ...IssueOfList
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
