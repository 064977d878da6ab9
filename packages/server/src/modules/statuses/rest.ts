import type { StatusId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { idInput } from '../../platform/rest/input.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { findVisibleGroup, findVisibleProject } from '../namespaces/commands.ts';
import { policyOf } from '../namespaces/policy.ts';
import { idOf } from '../namespaces/rest/groups.ts';
import { plugInTransfer } from '../namespaces/sockets.ts';
import { presentStatus, type Status } from '../work-items/store/statuses.ts';
import { checkedMoves, moveStatuses, rootOfTarget, statusMovesOf } from './commands/transfers.ts';

const mapping = Type.Object({ old_status_id: idInput(), new_status_id: idInput() });
const properties = {
  status_mappings: Type.Optional(
    Type.Array(mapping, {
      maxItems: 500,
      description:
        'Milepost extension. Statuses of the new top-level group for items whose status it does not have by name and category',
    }),
  ),
};

/** Adds the status mapping to transfers to another top-level group. */
export function plugInTransferStatuses(): void {
  plugInTransfer({
    properties,
    async check(trx, change, input) {
      await checkedMoves(trx, change, statusMappingsIn(input));
    },
    prepare: (_ctx, trx, change, input) => moveStatuses(trx, change, statusMappingsIn(input)),
  });
}

/** Old statuses and the chosen new ones. */
export function statusMappingsIn({
  status_mappings: mappings = [],
}: Readonly<Record<string, unknown>>): (readonly [StatusId, StatusId])[] {
  return (mappings as { old_status_id: number; new_status_id: number }[]).map(
    ({ old_status_id: old, new_status_id: id }) => [old as StatusId, id as StatusId] as const,
  );
}

const shown = (status: Status) => ({ ...presentStatus(status), icon_name: status.icon });

export function addRoutes(routes: Routes): void {
  for (const kind of ['group', 'project'] as const) {
    routes.get(
      `/${kind}s/:id/transfer_statuses`,
      {
        summary: `The statuses that items of a ${kind} would get below another top-level group`,
        tags: [`${kind}s`],
        signedIn: true,
        input: Type.Object({
          group_id: Type.Optional(idInput({ description: 'The new parent; the top level by default' })),
        }),
      },
      async ({ params, input }, ctx) => {
        const find = kind === 'group' ? findVisibleGroup : findVisibleProject;
        const moved = await find(ctx, idOf(params));
        ctx.require(policyOf(kind).transfer, moved);
        const target = input.group_id === undefined ? null : await findVisibleGroup(ctx, input.group_id);
        const toRootId = rootOfTarget(moved.id, target);
        if (toRootId === moved.rootId) return [];
        const { traversalIds } = moved.scope;
        const moves = await statusMovesOf(ctx.db, { traversalIds, fromRootId: moved.rootId, toRootId });
        return moves.map(({ status, types, count, target: wanted, choices }) => ({
          status: shown(status),
          types,
          count,
          target_id: wanted?.id ?? null,
          choices: choices.map(shown),
        }));
      },
    );
  }
}
