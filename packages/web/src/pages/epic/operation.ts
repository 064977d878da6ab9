import { graphql } from '../../gen/gql.ts';

/** Everything an epic page shows initially, except its children and its activity. */
export const epicPage = graphql(`
  query epicPage($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        ...EpicOfPage
      }
    }
  }
`);

/** What an epic page shows initially, with the first page of its children: one request instead of two saves a quarter of the processor time. */
export const epicWithChildren = graphql(`
  query epicWithChildren($fullPath: ID!, $iid: ID!) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        ...EpicOfPage
        ...TreeFacts
        children(first: 100) {
          nodes {
            ...TreeEpic
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
        issues(first: 100) {
          nodes {
            ...TreeIssue
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

graphql(`
  fragment EpicOfPage on Epic {
    id
    iid
    title
    state
    descriptionHtml
    color
    confidential
    hidden
    createdAt
    updatedAt
    closedAt
    reference(full: true)
    imported
    allowSubEpics
    hasParent
    startDate
    startDateIsFixed
    startDateFixed
    startDateFromInheritedSource
    startDateSourcingEpic {
      id
      title
      webPath
    }
    startDateSourcingMilestone {
      id
      title
      webPath
    }
    dueDate
    dueDateIsFixed
    dueDateFixed
    dueDateFromInheritedSource
    dueDateSourcingEpic {
      id
      title
      webPath
    }
    dueDateSourcingMilestone {
      id
      title
      webPath
    }
    parent {
      id
      title
      webPath
      reference(full: true)
      confidential
      startDate
      dueDate
    }
    defaultProjectForIssueCreation {
      id
    }
    taskCompletionStatus {
      count
      completedCount
    }
    author {
      id
      name
      username
      type
      avatarUrl
    }
    group {
      id
      fullName
      fullPath
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
    descendantWeightSum {
      openedIssues
      closedIssues
    }
    descendantCounts {
      openedEpics
      closedEpics
      openedIssues
      closedIssues
    }
    healthStatus {
      issuesOnTrack
      issuesNeedingAttention
      issuesAtRisk
      own
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
    status {
      ...ShownStatus
    }
    ...EpicSelectFields
    webPath
    lockVersion
    awardEmoji {
      nodes {
        ...ShownReaction
      }
    }
    userPermissions {
      adminEpic
      updateEpic
      changeStatus
      createEpic
      destroyEpic
      createNote
    }
  }
`);
