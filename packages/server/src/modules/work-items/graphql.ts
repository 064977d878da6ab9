import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import type { WorkItem } from './store.ts';

/** GraphQL types of the same row: epic, issue (any type but epic), issue as a child of an epic, and work item. */
export const EpicRef = builder.objectRef<WorkItem>('Epic');
export const IssueRef = builder.objectRef<WorkItem>('Issue');
export const EpicIssueRef = builder.objectRef<WorkItem>('EpicIssue');
export const WorkItemRef = builder.objectRef<WorkItem>('WorkItem');

/** A field of issues is added to both of these types. */
export const issueFaces = [IssueRef, EpicIssueRef] as const;

export const EpicConnection = connectionType('Epic', EpicRef);
export const IssueConnection = connectionType('Issue', IssueRef);
export const EpicIssueConnection = connectionType('EpicIssue', EpicIssueRef);
export const WorkItemConnection = connectionType('WorkItem', WorkItemRef);
