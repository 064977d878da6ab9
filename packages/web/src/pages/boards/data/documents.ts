import { graphql } from '../../../gen/gql.ts';

graphql(`
  fragment BoardCard on Issue {
    id
    iid
    title
    state
    type
    confidential
    blocked
    dueDate
    weight
    webPath
    reference(full: true)
    labels {
      nodes {
        id
        title
        color
        description
      }
    }
    assignees {
      nodes {
        id
        name
        avatarUrl
        type
      }
    }
  }
`);

graphql(`
  fragment ShownBoardSlot on BoardSlot {
    key
    kind
    title
    namespacePath
    listId
    maxIssueCount
    maxIssueWeight
    limitMetric
    status {
      id
      name
      category
      color
      iconName
    }
    label {
      id
      title
      color
      description
    }
    assignee {
      id
      name
      avatarUrl
      type
    }
    milestone {
      id
    }
    iteration {
      id
    }
    epic {
      id
      webPath
      healthStatus {
        issuesOnTrack
        issuesNeedingAttention
        issuesAtRisk
      }
    }
  }
`);

graphql(`
  fragment ShownBoardPage on BoardPage {
    board {
      id
      name
    }
    columns {
      ...ShownBoardSlot
    }
    lanes {
      ...ShownBoardSlot
    }
    hasMoreColumns
    hasMoreLanes
    folded
    counts {
      column
      lane
      count
      weight
      closedWeight
    }
    total
  }
`);

graphql(`
  fragment CellsOfBoard on BoardPage {
    cells(columns: $columns, lane: $lane) {
      column
      lane
      issues(first: $first, after: $after) {
        nodes {
          ...BoardCard
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

export const boardPageDocument = graphql(`
  query boardPage(
    $fullPath: ID!
    $isProject: Boolean!
    $boardId: BoardID
    $epicBoardOf: EpicID
    $columnsBy: String
    $lanesBy: String
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      projects(includeSubgroups: true, first: 2) {
        nodes {
          id
        }
      }
      boardPage(boardId: $boardId, epicBoardOf: $epicBoardOf, columnsBy: $columnsBy, lanesBy: $lanesBy)
        @filtered(list: issues) {
        ...ShownBoardPage
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      boardPage(boardId: $boardId, epicBoardOf: $epicBoardOf, columnsBy: $columnsBy, lanesBy: $lanesBy)
        @filtered(list: issues) {
        ...ShownBoardPage
      }
    }
  }
`);

export const boardCellsDocument = graphql(`
  query boardCells(
    $fullPath: ID!
    $isProject: Boolean!
    $boardId: BoardID
    $epicBoardOf: EpicID
    $columnsBy: String
    $lanesBy: String
    $columns: [String!]
    $lane: String
    $first: Int
    $after: String
  ) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      boardPage(boardId: $boardId, epicBoardOf: $epicBoardOf, columnsBy: $columnsBy, lanesBy: $lanesBy)
        @filtered(list: issues) {
        ...CellsOfBoard
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      boardPage(boardId: $boardId, epicBoardOf: $epicBoardOf, columnsBy: $columnsBy, lanesBy: $lanesBy)
        @filtered(list: issues) {
        ...CellsOfBoard
      }
    }
  }
`);

export const boardChoicesDocument = graphql(`
  query boardChoices($fullPath: ID!, $isProject: Boolean!) {
    group(fullPath: $fullPath) @skip(if: $isProject) {
      id
      boards {
        nodes {
          id
          name
          webPath
        }
      }
      labels(searchTerm: "::", includeAncestorGroups: true, first: 100) {
        nodes {
          id
          title
        }
      }
    }
    project(fullPath: $fullPath) @include(if: $isProject) {
      id
      boards {
        nodes {
          id
          name
          webPath
        }
      }
      labels(searchTerm: "::", includeAncestorGroups: true, first: 100) {
        nodes {
          id
          title
        }
      }
    }
  }
`);

export const moveCardDocument = graphql(`
  mutation boardCardMove($input: BoardCardMoveInput!) {
    boardCardMove(input: $input) {
      errors
      issue {
        id
      }
    }
  }
`);

export const foldSlotDocument = graphql(`
  mutation boardSlotFold($input: BoardSlotFoldInput!) {
    boardSlotFold(input: $input) {
      errors
    }
  }
`);

export const createCardDocument = graphql(`
  mutation boardCreateCard($input: CreateIssueInput!) {
    createIssue(input: $input) {
      errors
      issue {
        id
      }
    }
  }
`);
