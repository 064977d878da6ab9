import type { Visibility } from '@milepost/core/roles';
import {
  archiveCustomField,
  createCustomField,
  unarchiveCustomField,
  updateCustomField,
} from '../../modules/custom-fields/commands.ts';
import { customFieldsOfRoot, type CustomField } from '../../modules/custom-fields/store.ts';
import { findVisibleGroup } from '../../modules/namespaces/commands.ts';
import { updateWorkItem } from '../../modules/work-items/commands.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const field = async (build: Builders, visibility: Visibility): Promise<CustomField> =>
  build.customField({ group: await build.group({ visibility }) });

export const customFieldPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'see the custom fields of a group',
    least: 'visitor',
    isReading: true,
    given: field,
    perform: async (ctx, { namespaceId }) => {
      const group = await findVisibleGroup(ctx, namespaceId);
      await ctx.load(customFieldsOfRoot, group.rootId);
    },
  }),
  permission({
    operation: 'define a custom field',
    least: 'maintainer',
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) =>
      createCustomField(ctx, await findVisibleGroup(ctx, id), { name: 'made', fieldType: 'NUMBER' }),
  }),
  permission({
    operation: 'change a custom field and its options',
    least: 'maintainer',
    given: field,
    perform: (ctx, { id }) => updateCustomField(ctx, id, { name: 'changed', options: [{ value: 'one' }] }),
  }),
  permission({
    operation: 'archive and unarchive a custom field',
    least: 'maintainer',
    given: field,
    perform: async (ctx, { id }) => {
      await archiveCustomField(ctx, id);
      await unarchiveCustomField(ctx, id);
    },
  }),
  permission({
    operation: 'set a custom field of an epic',
    least: 'planner',
    given: async (build, visibility) => {
      const group = await build.group({ visibility });
      const made = await build.customField({ group });
      return { epic: await build.epic({ group, author: 'root' }), made };
    },
    perform: (ctx, { epic, made }) =>
      updateWorkItem(ctx, epic.id, {
        customFields: [{ fieldId: made.id, optionIds: made.options.slice(0, 1).map(({ id }) => id) }],
      }),
  }),
];
