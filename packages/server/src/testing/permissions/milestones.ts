import { utcDayOf } from '@milepost/core/days';
import { NotFoundError } from '@milepost/core/errors';
import type { Visibility } from '@milepost/core/roles';
import { createCadence, deleteCadence, updateCadence } from '../../modules/iterations/commands/cadences.ts';
import { createIteration, deleteIteration, updateIteration } from '../../modules/iterations/commands.ts';
import type { Cadence } from '../../modules/iterations/store/cadences.ts';
import type { Iteration } from '../../modules/iterations/store.ts';
import {
  createMilestone,
  deleteMilestone,
  promoteMilestone,
  updateMilestone,
  visibleMilestone,
} from '../../modules/milestones/commands.ts';
import type { Milestone } from '../../modules/milestones/store.ts';
import { findVisibleGroup, findVisibleProject } from '../../modules/namespaces/commands.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const groupMilestone = async (build: Builders, visibility: Visibility): Promise<Milestone> =>
  build.milestone({ namespace: await build.group({ visibility }) });
const projectMilestone = async (build: Builders, visibility: Visibility): Promise<Milestone> =>
  build.milestone({ namespace: await build.project({ visibility }) });

export const milestonePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see a milestone',
    least: 'visitor',
    isReading: true,
    given: projectMilestone,
    perform: async (ctx, { id }) => {
      if (!(await visibleMilestone(ctx, id))) throw new NotFoundError('Milestone');
    },
  }),
  permission({
    operation: 'create a milestone of a group',
    least: 'planner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => createMilestone(ctx, await findVisibleGroup(ctx, id), { title: 'made' }),
  }),
  permission({
    operation: 'create a milestone of a project',
    least: 'planner',
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) => createMilestone(ctx, await findVisibleProject(ctx, id), { title: 'made' }),
  }),
  permission({
    operation: 'change, close and activate a milestone',
    least: 'planner',
    given: groupMilestone,
    perform: (ctx, { id }) => updateMilestone(ctx, id, { dueDate: '2026-01-01', stateEvent: 'close' }),
  }),
  permission({
    operation: 'delete a milestone',
    least: 'planner',
    given: groupMilestone,
    perform: (ctx, { id }) => deleteMilestone(ctx, id),
  }),
  permission({
    operation: 'promote a project milestone to its group',
    least: 'planner',
    given: projectMilestone,
    perform: (ctx, { id }) => promoteMilestone(ctx, id),
  }),
];

const today = utcDayOf(new Date());
const dates = { startDate: '2026-06-01', dueDate: '2026-06-14' };

const cadence = async (build: Builders, visibility: Visibility): Promise<Cadence> =>
  build.cadence({ group: await build.group({ visibility }) });
const iteration = async (build: Builders, visibility: Visibility): Promise<Iteration> =>
  build.iteration({ cadence: await cadence(build, visibility), ...dates });

export const iterationPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'create a cadence of iterations',
    least: 'planner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) =>
      createCadence(ctx, await findVisibleGroup(ctx, id), { title: 'made', isAutomatic: false, isActive: true }, today),
  }),
  permission({
    operation: 'change a cadence',
    least: 'planner',
    given: cadence,
    perform: (ctx, { id }) => updateCadence(ctx, id, { title: 'changed' }, today),
  }),
  permission({
    operation: 'delete a cadence',
    least: 'planner',
    given: cadence,
    perform: (ctx, { id }) => deleteCadence(ctx, id),
  }),
  permission({
    operation: 'create an iteration',
    least: 'planner',
    given: cadence,
    perform: (ctx, { id }) => createIteration(ctx, id, dates),
  }),
  permission({
    operation: 'change an iteration',
    least: 'planner',
    given: iteration,
    perform: (ctx, { id }) => updateIteration(ctx, id, { title: 'changed' }),
  }),
  permission({
    operation: 'delete an iteration',
    least: 'planner',
    given: iteration,
    perform: (ctx, { id }) => deleteIteration(ctx, id, today),
  }),
];
