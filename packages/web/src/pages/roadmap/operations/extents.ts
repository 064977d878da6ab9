import { graphql } from '../../../gen/gql.ts';

// Used by the two documents below; never requested by itself.
graphql(`
  fragment RoadmapDates on Epic {
    id
    startDate
    dueDate
  }
`);

export const groupExtent = graphql(`
  query roadmapExtent($fullPath: ID!, $state: EpicState, $iid: ID, $includeDescendantGroups: Boolean = true) {
    group(fullPath: $fullPath) {
      id
      firstStart: epics(
        sort: START_DATE_ASC
        first: 1
        state: $state
        iid: $iid
        includeDescendantGroups: $includeDescendantGroups
      ) @filtered(list: epics) {
        nodes {
          ...RoadmapDates
        }
      }
      lastStart: epics(
        sort: START_DATE_DESC
        first: 1
        state: $state
        iid: $iid
        includeDescendantGroups: $includeDescendantGroups
      ) @filtered(list: epics) {
        nodes {
          ...RoadmapDates
        }
      }
      firstDue: epics(
        sort: END_DATE_ASC
        first: 1
        state: $state
        iid: $iid
        includeDescendantGroups: $includeDescendantGroups
      ) @filtered(list: epics) {
        nodes {
          ...RoadmapDates
        }
      }
      lastDue: epics(
        sort: END_DATE_DESC
        first: 1
        state: $state
        iid: $iid
        includeDescendantGroups: $includeDescendantGroups
      ) @filtered(list: epics) {
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
