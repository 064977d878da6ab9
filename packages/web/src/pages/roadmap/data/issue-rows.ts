import type { RoadmapEpic, RoadmapIssue } from './epic.ts';
import type { IssueRowData, ListRow } from './rows.ts';

/** The direct issues of an expanded epic, as far as they are loaded. */
export interface IssuesBelow {
  issues: readonly RoadmapIssue[];
  /** How many more there are. */
  rest: number;
  error: Error | null;
  loadMore: () => void;
}

/** An issue, or null in the place of those that are not loaded. */
export interface IssueRow extends IssueRowData {
  issue: RoadmapIssue | null;
  below: IssuesBelow;
}

export const isIssueRow = (row: ListRow): row is IssueRow => 'issue' in row;

/** The page of a row's item; empty for what lanes add. */
export const hrefOfRow = (row: ListRow | undefined): string =>
  (row && (isIssueRow(row) ? row.issue : row.epic))?.href ?? '';

/** Whether issues that the viewer may see are below an epic, at any depth. */
export const hasIssues = ({ descendantCounts: counts }: RoadmapEpic): boolean =>
  (counts?.openedIssues ?? 0) + (counts?.closedIssues ?? 0) > 0;
