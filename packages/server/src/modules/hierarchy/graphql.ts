import { builder } from '../../platform/graphql/builder.ts';
import { connectionType } from '../../platform/graphql/connections.ts';
import type { WorkItem } from '../work-items/store.ts';

/** A fourth face of a work item: an issue as a child of an epic. */
export const EpicIssueRef = builder.objectRef<WorkItem>('EpicIssue');
export const EpicIssueConnection = connectionType('EpicIssue', EpicIssueRef);
