import { ValidationError } from '@milepost/core/errors';
import type { NamespaceId, StatusId } from '@milepost/core/ids';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context, Trx } from '../../../platform/context.ts';
import { assigneePolicy, workItemPolicy } from '../policy.ts';
import type { WorkItem } from '../store.ts';
import { assigneesOf } from '../store/people.ts';
import { holdLifecycle, stateOfStatus, type Status } from '../store/statuses.ts';

/** The requested status; null if there is none. Throws ValidationError unless items of this type can have it. */
export async function fittingStatus(
  trx: Trx,
  { rootId, type }: { rootId: NamespaceId; type: WorkItemType },
  id: StatusId | undefined,
): Promise<Status | null> {
  if (id === undefined) return null;
  const lifecycle = await holdLifecycle(trx, rootId, type);
  const status = lifecycle?.statuses.find((each) => each.id === id);
  if (!status) throw new ValidationError({ status: [`is not one of the statuses of ${type}s`] });
  return status;
}

/** The event that gives an item the state of this status. */
export const eventTo = (status: Status) => (stateOfStatus(status) === 'closed' ? 'close' : 'reopen');

/** The columns of an item that the viewer closes. */
export const closing = ({ viewer }: Context) =>
  ({ state: 'closed', closedAt: new Date(), closedById: viewer.id }) as const;

/** Whether the viewer may close, reopen and change the status. Assignees are read only where they decide. */
export function mayChangeState(ctx: Context, item: WorkItem): boolean | Promise<boolean> {
  if (ctx.can(workItemPolicy.update, item)) return true;
  if (!ctx.can(assigneePolicy.changeState, { ...item, isAssigned: true })) return false;
  return ctx.loaded(assigneesOf, item.id, (assignees) => {
    const isAssigned = assignees?.some(({ id }) => ctx.viewer.is(id)) ?? false;
    return ctx.can(assigneePolicy.changeState, { ...item, isAssigned });
  });
}
