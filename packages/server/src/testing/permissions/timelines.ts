import type { Visibility } from '@milepost/core/roles';
import { addTimelineEvent, listTimeline, promoteNote } from '../../modules/incidents/commands/timeline.ts';
import { updateWorkItem } from '../../modules/work-items/commands.ts';
import { findVisibleWorkItemById } from '../../modules/work-items/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const incident = async (build: Builders, visibility: Visibility) =>
  build.issue({ project: await build.project({ visibility }), type: 'incident', author: null });

export const timelinePermissions: readonly PermissionRow[] = [
  permission({
    operation: "set the severity of someone's incident",
    least: 'planner',
    given: async (build, visibility) => {
      const project = await build.project({ visibility });
      return { project, incident: await build.issue({ project, type: 'incident', author: null }) };
    },
    perform: (ctx, given) => updateWorkItem(ctx, given.incident.id, { severity: 'high' }),
  }),
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
  permission({
    operation: 'add a comment to the timeline of an incident',
    least: 'developer',
    given: async (build, visibility) => build.note({ on: await incident(build, visibility), author: 'root' }),
    perform: (ctx, { id }) => promoteNote(ctx, id),
  }),
];
