import type { Visibility } from '@milepost/core/roles';
import {
  chooseLabelSubscription,
  createLabel,
  deleteLabel,
  promoteLabel,
  updateLabel,
} from '../../modules/labels/commands.ts';
import { findLabel, type Label } from '../../modules/labels/store.ts';
import { findVisibleGroup, findVisibleProject } from '../../modules/namespaces/commands.ts';
import type { Namespace } from '../../modules/namespaces/store.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

interface LabelOf {
  namespace: Namespace;
  label: Label;
}

async function groupLabel(build: Builders, visibility: Visibility): Promise<LabelOf> {
  const namespace = await build.group({ visibility });
  return { namespace, label: await build.label({ namespace: namespace }) };
}

async function projectLabel(build: Builders, visibility: Visibility): Promise<LabelOf> {
  const namespace = await build.project({ visibility });
  return { namespace, label: await build.label({ namespace: namespace }) };
}

export const labelPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see a label',
    least: 'visitor',
    isReading: true,
    given: groupLabel,
    perform: async (ctx, { namespace, label }) => findLabel(ctx, await findVisibleGroup(ctx, namespace.id), label.id),
  }),
  permission({
    operation: 'subscribe to a label',
    least: 'person',
    given: groupLabel,
    perform: async (ctx, { namespace, label }) =>
      chooseLabelSubscription(ctx, await findLabel(ctx, await findVisibleGroup(ctx, namespace.id), label.id), true),
  }),
  permission({
    operation: 'create a label of a group',
    least: 'planner',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) =>
      createLabel(ctx, await findVisibleGroup(ctx, id), { title: 'made', color: '#123456' }),
  }),
  permission({
    operation: 'create a label of a project',
    least: 'planner',
    given: (build, visibility) => build.project({ visibility }),
    perform: async (ctx, { id }) =>
      createLabel(ctx, await findVisibleProject(ctx, id), { title: 'made', color: '#123456' }),
  }),
  permission({
    operation: 'change a label',
    least: 'planner',
    given: groupLabel,
    perform: (ctx, { label }) => updateLabel(ctx, label.id, { title: 'changed' }),
  }),
  permission({
    operation: 'prioritize and archive a label',
    least: 'planner',
    given: projectLabel,
    perform: (ctx, { label }) => updateLabel(ctx, label.id, { priority: 1, isArchived: true }),
  }),
  permission({
    operation: 'delete a label',
    least: 'planner',
    given: projectLabel,
    perform: (ctx, { label }) => deleteLabel(ctx, label.id),
  }),
  permission({
    operation: 'promote a project label to its group',
    least: 'planner',
    given: projectLabel,
    perform: (ctx, { label }) => promoteLabel(ctx, label.id),
  }),
];
