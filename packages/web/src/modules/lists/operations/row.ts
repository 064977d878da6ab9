import { graphql } from '../../../gen/gql.ts';

/** One issue of a list, and whether the list has it: the items with its number that were changed last. */
export const listedIssueRow = graphql(`
  query listedIssueRow($id: IssueID!, $iid: String!, $fullPath: ID!, $isProject: Boolean!, $state: IssuableState) {
    issue(id: $id) {
      ...IssueOfList
    }
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      issues(includeSubgroups: true, state: $state, iids: [$iid], sort: UPDATED_DESC, first: 20)
        @filtered(list: issues) {
        nodes {
          id
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      issues(state: $state, iids: [$iid], sort: UPDATED_DESC, first: 20) @filtered(list: issues) {
        nodes {
          id
        }
      }
    }
  }
`);
