import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import type { WorkItem } from './store.ts';

/** Three faces of the same row: what clients know as an epic, as an issue (of any type but epic), and as either. */
export const EpicRef = builder.objectRef<WorkItem>('Epic');
export const IssueRef = builder.objectRef<WorkItem>('Issue');
export const WorkItemRef = builder.objectRef<WorkItem>('WorkItem');

/** Whatever can wait for somebody. */
export const TodoableRef = builder.interfaceRef<WorkItem>('Todoable');

export const EpicConnection = connectionType('Epic', EpicRef);
export const IssueConnection = connectionType('Issue', IssueRef);
export const WorkItemConnection = connectionType('WorkItem', WorkItemRef);
