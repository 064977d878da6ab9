import { graphql } from '../../../gen/gql.ts';

export const countIssues = graphql(`
  query countIssues($fullPath: ID!, $isProject: Boolean!, $most: Int!) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      opened: issues(includeSubgroups: true, state: opened, first: 0) @filtered(list: issues) {
        count(limit: $most)
      }
      closed: issues(includeSubgroups: true, state: closed, first: 0) @filtered(list: issues) {
        count(limit: $most)
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      opened: issues(state: opened, first: 0) @filtered(list: issues) {
        count(limit: $most)
      }
      closed: issues(state: closed, first: 0) @filtered(list: issues) {
        count(limit: $most)
      }
    }
  }
`);
