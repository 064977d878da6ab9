import type { Visibility } from '@milepost/core/roles';
import { addSpentTime, deleteTimelog, resetSpentTime } from '../../modules/time-tracking/commands.ts';
import type { WorkItem } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const issueOf = async (build: Builders, visibility: Visibility): Promise<WorkItem> =>
  build.issue({ project: await build.project({ visibility }), author: null });

export const timeTrackingPermissions: readonly PermissionRow[] = [
  permission<WorkItem>({
    operation: 'log time spent on an issue, and delete the log',
    least: 'planner',
    given: issueOf,
    perform: async (ctx, { id }) => deleteTimelog(ctx, (await addSpentTime(ctx, { itemId: id, duration: '1h' })).id),
  }),
  permission<WorkItem>({
    operation: 'reset the time spent on an issue',
    least: 'planner',
    given: issueOf,
    perform: (ctx, { id }) => resetSpentTime(ctx, id),
  }),
];
