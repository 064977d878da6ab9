import { SYSTEM_LIFECYCLE, type StatusCategory } from '@milepost/core/statuses/statuses';
import type { StatusId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import { findVisibleGroup } from '../../modules/namespaces/commands.ts';
import { attachType, createLifecycle, deleteLifecycle, updateLifecycle } from '../../modules/statuses/commands.ts';
import { updateWorkItem } from '../../modules/work-items/commands.ts';
import { lifecyclesOfRoot } from '../../modules/work-items/store/statuses.ts';
import { permission, type PermissionRow } from '../permissions.ts';

const steps: readonly { name: string; category: StatusCategory }[] = [
  { name: 'Open', category: 'to_do' },
  { name: 'Closed', category: 'done' },
];
const made = { name: 'Short', statuses: steps, defaultOpen: 0, defaultClosed: 1, defaultDuplicate: 1 };
const inProgress = 2 as StatusId;

const setting = (type: Extract<WorkItemType, 'epic' | 'issue'>): PermissionRow =>
  permission({
    operation: `change the status of someone's ${type}`,
    least: 'planner',
    given: async (build, visibility) =>
      type === 'epic'
        ? build.epic({ group: await build.group({ visibility }), author: 'root' })
        : build.issue({ project: await build.project({ visibility }), author: 'root' }),
    perform: (ctx, { id }) => updateWorkItem(ctx, id, { statusId: inProgress }),
  });

export const statusPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the statuses of a group',
    least: 'visitor',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => {
      const group = await findVisibleGroup(ctx, id);
      await ctx.load(lifecyclesOfRoot, group.rootId);
    },
  }),
  permission({
    operation: 'add a lifecycle',
    least: 'maintainer',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => createLifecycle(ctx, await findVisibleGroup(ctx, id), made),
  }),
  permission({
    operation: 'change the statuses of a lifecycle',
    least: 'maintainer',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) =>
      updateLifecycle(ctx, await findVisibleGroup(ctx, id), SYSTEM_LIFECYCLE, { name: 'Ours' }),
  }),
  permission({
    operation: 'choose the lifecycle of a type, and delete one that no type follows',
    least: 'maintainer',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => {
      const group = await findVisibleGroup(ctx, id);
      const lifecycle = await createLifecycle(ctx, group, made);
      await attachType(ctx, group, 'epic', lifecycle.id);
      await attachType(ctx, group, 'epic', SYSTEM_LIFECYCLE);
      await deleteLifecycle(ctx, group, lifecycle.id);
    },
  }),
  setting('epic'),
  setting('issue'),
];
