import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import type { WorkItem } from './store.ts';

/**
 * Faces of the same row: what clients know as an epic, as an issue (of any type but epic), as an issue among the children of an
 * epic, and as any of these.
 */
export const EpicRef = builder.objectRef<WorkItem>('Epic');
export const IssueRef = builder.objectRef<WorkItem>('Issue');
export const EpicIssueRef = builder.objectRef<WorkItem>('EpicIssue');
export const WorkItemRef = builder.objectRef<WorkItem>('WorkItem');

/** A room that adds a field to issues adds it to both. */
export const issueFaces = [IssueRef, EpicIssueRef] as const;

export const EpicConnection = connectionType('Epic', EpicRef);
export const IssueConnection = connectionType('Issue', IssueRef);
export const EpicIssueConnection = connectionType('EpicIssue', EpicIssueRef);
export const WorkItemConnection = connectionType('WorkItem', WorkItemRef);
