import { findVisibleGroup } from '../../modules/namespaces/commands.ts';
import { startSearch } from '../../modules/search/commands.ts';
import { searchKinds } from '../../modules/search/store/sources.ts';
import { permission, type PermissionRow } from '../permissions.ts';

export const searchPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'search in a group',
    least: 'visitor',
    isReading: true,
    given: (build, visibility) => build.group({ visibility }),
    perform: async (ctx, { id }) =>
      startSearch(ctx, {
        text: 'epic',
        kinds: searchKinds,
        within: await findVisibleGroup(ctx, id),
        filters: {},
      }),
  }),
];
