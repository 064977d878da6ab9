import { graphql } from '../../../gen/gql.ts';

/** Everything an issue page shows initially, except its activity. */
export const issuePage = graphql(`
  query issuePage($fullPath: ID!, $iid: String!) {
    project(fullPath: $fullPath) {
      id
      issue(iid: $iid) {
        id
        iid
        title
        state
        type
        descriptionHtml
        confidential
        discussionLocked
        hidden
        imported
        spam
        firstContribution
        externalAuthor
        zoomMeetingUrl
        publishedIncidentUrl
        createNoteEmail
        blocked
        lockVersion
        webPath
        movedTo {
          id
          webPath
        }
        closedAsDuplicateOf {
          id
          webPath
        }
        promotedToEpic {
          id
          webPath
        }
        createdAt
        closedAt
        dueDate
        weight
        healthStatus
        status {
          ...ShownStatus
        }
        severity
        reference(full: true)
        author {
          id
          name
          username
          type
          avatarUrl
        }
        assignees {
          nodes {
            id
            name
            username
            avatarUrl
            type
          }
        }
        taskCompletionStatus {
          count
          completedCount
        }
        epic {
          id
          title
          webPath
          reference(full: true)
        }
        labels {
          nodes {
            id
            title
            color
            description
          }
        }
        milestone {
          id
          title
          startDate
          dueDate
          webPath
        }
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
        linkedWorkItems(filter: BLOCKED_BY) {
          nodes {
            linkId
            linkType
            workItem {
              id
              title
              state
              reference(full: true)
              webPath
              workItemType {
                id
                name
              }
            }
          }
        }
        awardEmoji {
          nodes {
            ...ShownReaction
          }
        }
        userPermissions {
          updateIssue
          changeStatus
          reopenIssue
          adminIssue
          createIssue
          createNote
          destroyIssue
          reportSpam
          createIncident
          moveIssue
          promoteToEpic
          adminTimelineEvent
        }
      }
    }
  }
`);
