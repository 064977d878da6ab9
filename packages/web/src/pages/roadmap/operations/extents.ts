import { graphql } from '../../../gen/gql.ts';

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
