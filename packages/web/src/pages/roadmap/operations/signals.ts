import { graphql } from '../../../gen/gql.ts';

/** The signals of some epics, with their numbers. */
export const roadmapSignals = graphql(`
  query roadmapSignals($fullPath: ID!, $ids: [ID!], $today: Date, $progress: EpicProgressTracking) {
    group(fullPath: $fullPath) {
      id
      epics(ids: $ids, first: 100) {
        nodes {
          id
          signalDetails(today: $today, progress: $progress) {
            name
            days
            done
            elapsed
          }
        }
      }
    }
  }
`);
