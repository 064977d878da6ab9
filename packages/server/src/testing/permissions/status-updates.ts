import type { Visibility } from '@milepost/core/roles';
import { deleteStatusUpdate, postStatusUpdate, updateStatusUpdate } from '../../modules/status-updates/commands.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const fields = { health: 'at_risk', text: 'Late' } as const;
const epic = async (build: Builders, visibility: Visibility) =>
  build.epic({ group: await build.group({ visibility }), author: null });
const posted = async (build: Builders, visibility: Visibility) =>
  postStatusUpdate(build.as('root'), (await epic(build, visibility)).id, fields);

export const statusUpdatePermissions: readonly PermissionRow[] = [
  permission({
    operation: 'post a status update of an epic',
    least: 'planner',
    given: epic,
    perform: (ctx, { id }) => postStatusUpdate(ctx, id, fields),
  }),
  permission({
    operation: "edit someone's status update (administrators their own)",
    least: 'administrator',
    given: posted,
    perform: (ctx, { id }) => updateStatusUpdate(ctx, id, { text: 'Later' }),
  }),
  permission({
    operation: "delete someone's status update",
    least: 'maintainer',
    given: posted,
    perform: (ctx, { id }) => deleteStatusUpdate(ctx, id),
  }),
];
