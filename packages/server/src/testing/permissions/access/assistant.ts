import { ForbiddenError } from '@milepost/core/errors';
import { applySuggestions } from '../../../modules/ai/commands/suggestions.ts';
import { aiCallsPolicy, mayReadAllCalls } from '../../../modules/ai/policy.ts';
import { applyChanges } from '../../../modules/change-sets/commands.ts';
import { updateGroup } from '../../../modules/namespaces/commands/writing.ts';
import { findVisibleGroup } from '../../../modules/namespaces/commands.ts';
import { permission, type PermissionRow } from '../../permissions.ts';

export const assistantPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'turn the assistant off for a group',
    least: 'owner',
    given: (build, visibility) => build.group({ visibility }),
    perform: (ctx, { id }) => updateGroup(ctx, id, { duoAvailability: 'never_on' }),
  }),
  permission({
    operation: 'read the usage log of the assistant of a group',
    least: 'owner',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) => ctx.require(aiCallsPolicy.read, await findVisibleGroup(ctx, id)),
  }),
  permission({
    operation: 'read the usage log of the assistant of the installation',
    least: 'administrator',
    isReading: true,
    perform: ({ viewer }) => {
      if (!mayReadAllCalls(viewer)) throw new ForbiddenError();
      return Promise.resolve();
    },
  }),
  permission({
    operation: 'apply suggested children of an epic',
    least: 'planner',
    given: async (build, visibility) => build.epic({ group: await build.group({ visibility }), author: null }),
    perform: (ctx, { id, updatedAt }) =>
      applySuggestions(ctx, id, { kind: 'children', values: ['Part'], readAt: updatedAt }),
  }),
  permission({
    operation: 'change an item through MCP',
    least: 'planner',
    given: async (build, visibility) => build.epic({ group: await build.group({ visibility }), author: null }),
    perform: (ctx, { namespacePath, iid }) =>
      applyChanges(ctx, [{ action: 'update', item: `${namespacePath}&${iid}`, title: 'Changed' }], () =>
        Promise.resolve(),
      ),
  }),
];
