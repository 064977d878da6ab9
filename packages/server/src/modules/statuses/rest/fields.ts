import { ValidationError } from '@milepost/core/errors';
import type { NamespaceId, StatusId } from '@milepost/core/ids';
import { hasFeature } from '@milepost/core/settings/features';
import type { WorkItemType } from '@milepost/core/work-items';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { plugInRest, type RestFace } from '../../work-items/rest/plugs.ts';
import { lifecycleOf, presentStatus, statusesById } from '../../work-items/store/statuses.ts';

const properties = { status: Type.Optional(Type.String({ description: 'Milepost extension. The name of a status' })) };

/** The status of epics and issues in REST: an extension, by name. */
export function plugInRestFields(): void {
  for (const [face, type] of [
    ['epic', 'epic'],
    ['issue', 'issue'],
  ] as const satisfies readonly (readonly [RestFace, WorkItemType])[]) {
    plugInRest({
      name: `status of ${face}`,
      faces: [face],
      async show(ctx, { statusId, scope }) {
        if (!hasFeature(scope, 'statuses')) return { status: null };
        const status = await ctx.load(statusesById, statusId);
        return { status: status && presentStatus(status) };
      },
      write: {
        properties,
        read: async ({ status }, { ctx, namespace }) => ({
          statusId: status === undefined ? undefined : await statusNamed(ctx, namespace.rootId, type, status),
        }),
      },
    });
  }
}

async function statusNamed(ctx: Context, rootId: NamespaceId, type: WorkItemType, name: string): Promise<StatusId> {
  const { statuses } = await lifecycleOf(ctx, rootId, type);
  const found = statuses.find((status) => status.name.toLowerCase() === name.trim().toLowerCase());
  if (!found) throw new ValidationError({ status: ['is not one of the statuses of this type'] });
  return found.id;
}
