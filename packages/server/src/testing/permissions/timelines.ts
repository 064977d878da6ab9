import type { Visibility } from '@milepost/core/roles';
import { addTimelineEvent, listTimeline } from '../../modules/incidents/commands/timeline.ts';
import { findVisibleWorkItemById } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const incident = async (build: Builders, visibility: Visibility) =>
  build.issue({ project: await build.project({ visibility }), type: 'incident', author: null });

export const timelinePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the timeline of an incident',
    least: 'visitor',
    isReading: true,
    given: incident,
    perform: async (ctx, { id }) => listTimeline(ctx, await findVisibleWorkItemById(ctx, id)),
  }),
  permission({
    operation: 'write the timeline of an incident',
    least: 'developer',
    given: incident,
    perform: async (ctx, { id }) =>
      addTimelineEvent(ctx, await findVisibleWorkItemById(ctx, id), { note: 'x', occurredAt: new Date() }),
  }),
];
