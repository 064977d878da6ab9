import { graphql } from '../../../gen/gql.ts';

/** The children of an epic; epics and issues are paged separately. The facts of the epic come with the first page. */
export const childItems = graphql(`
  query childItems(
    $fullPath: ID!
    $iid: ID
    $pageSize: Int = 100
    $epicEndCursor: String = ""
    $issueEndCursor: String = ""
    $withEpics: Boolean = true
    $withIssues: Boolean = true
    $withFacts: Boolean = false
  ) {
    group(fullPath: $fullPath) {
      id
      epic(iid: $iid) {
        id
        ...TreeFacts @include(if: $withFacts)
        children(first: $pageSize, after: $epicEndCursor) @include(if: $withEpics) {
          nodes {
            ...TreeEpic
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
        issues(first: $pageSize, after: $issueEndCursor) @include(if: $withIssues) {
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
  fragment TreeFacts on Epic {
    iid
    title
    state
    confidential
    allowSubEpics
    group {
      id
      fullName
      fullPath
    }
    userPermissions {
      adminEpic
      adminEpicRelation
      readEpicRelation
    }
    descendantCounts {
      openedEpics
      closedEpics
      openedIssues
      closedIssues
    }
    descendantWeightSum {
      openedIssues
      closedIssues
    }
    healthStatus {
      issuesOnTrack
      issuesNeedingAttention
      issuesAtRisk
      own
    }
    defaultProjectForIssueCreation {
      id
      nameWithNamespace
    }
  }
`);

graphql(`
  fragment TreeEpic on Epic {
    id
    iid
    title
    state
    color
    confidential
    blocked
    webPath
    reference(full: true)
    relationPath
    hasChildren
    hasIssues
    allowSubEpics
    relativePosition
    startDate
    dueDate
    group {
      id
      fullName
      fullPath
    }
    userPermissions {
      adminEpic
      adminEpicRelation
      readEpicRelation
    }
    labels {
      nodes {
        id
        title
        color
        description
      }
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
  }
`);

graphql(`
  fragment TreeIssue on EpicIssue {
    id
    epicIssueId
    iid
    type
    title
    state
    confidential
    blocked
    webPath
    reference(full: true)
    relationPath
    userPermissions {
      adminIssue
    }
    hasChildren
    relativePosition
    healthStatus
    weight
    dueDate
    milestone {
      id
      title
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
    labels {
      nodes {
        id
        title
        color
        description
      }
    }
  }
`);

/** The tasks below an issue. */
export const childTasks = graphql(`
  query childTasks($id: WorkItemID!, $pageSize: Int = 100, $endCursor: String = "") {
    workItem(id: $id) {
      id
      widgets(onlyTypes: [HIERARCHY]) {
        ... on WorkItemWidgetHierarchy {
          type
          children(first: $pageSize, after: $endCursor) {
            nodes {
              ...TreeTask
            }
            pageInfo {
              hasNextPage
              endCursor
            }
          }
        }
      }
    }
  }
`);

graphql(`
  fragment TreeTask on WorkItem {
    id
    iid
    title
    state
    confidential
    userPermissions {
      adminParentLink
    }
    webPath
    reference(full: true)
    widgets(onlyTypes: [ASSIGNEES, LABELS]) {
      ... on WorkItemWidgetAssignees {
        assignees {
          nodes {
            id
            name
            username
            avatarUrl
            type
          }
        }
      }
      ... on WorkItemWidgetLabels {
        labels {
          nodes {
            id
            title
            color
            description
          }
        }
      }
    }
  }
`);

export const reorderInTree = graphql(`
  mutation epicReorder($input: EpicTreeReorderInput!) {
    epicTreeReorder(input: $input) {
      errors
    }
  }
`);

/** Removes a task from its issue: tasks have no relation path. */
export const releaseTask = graphql(`
  mutation releaseTask($input: WorkItemUpdateInput!) {
    workItemUpdate(input: $input) {
      errors
    }
  }
`);

export const reorderTask = graphql(`
  mutation taskReorder($input: workItemsHierarchyReorderInput!) {
    workItemsHierarchyReorder(input: $input) {
      errors
    }
  }
`);

/** Where the next page of children begins; empty for the first. */
export interface Cursors {
  /** Null once all epics, or all others, are loaded. */
  epics: string | null;
  others: string | null;
}

export const start: Cursors = { epics: '', others: '' };

/** The variables of one page of an epic's children. `withFacts`: for the tree's own epic. */
export function childItemsVariables(fullPath: string, iid: string, after: Cursors, withFacts: boolean) {
  return {
    fullPath,
    iid,
    epicEndCursor: after.epics ?? '',
    issueEndCursor: after.others ?? '',
    withEpics: after.epics !== null,
    withIssues: after.others !== null,
    withFacts,
  };
}
