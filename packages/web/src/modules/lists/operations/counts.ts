import { graphql } from '../../../gen/gql.ts';

export const countIssues = graphql(`
  query countIssues(
    $fullPath: ID!
    $isProject: Boolean!
    $most: Int!
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
      opened: issues(
        includeSubgroups: true
        state: opened
        first: 0
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
        count(limit: $most)
      }
      closed: issues(
        includeSubgroups: true
        state: closed
        first: 0
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
        count(limit: $most)
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      opened: issues(
        state: opened
        first: 0
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
        count(limit: $most)
      }
      closed: issues(
        state: closed
        first: 0
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
        count(limit: $most)
      }
    }
  }
`);
