import { NotFoundError } from '@milepost/core/errors';
import type { NamespaceId, WorkItemId } from '@milepost/core/ids';
import type { NamespaceScope } from '@milepost/core/roles';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context, Trx } from '../../../platform/context.ts';
import { pluggedWidgets, type WidgetDefaults, type WidgetInput, type WidgetPlan } from '../sockets.ts';
import { workItemsById } from '../store.ts';
import { readAbout, workItemRow } from '../store/writing.ts';
import type { WorkItemRow } from '../table.ts';
import type { WorkItemChange } from './fields.ts';

/** Whether the item is an epic, if the request has read it already. */
export function isEpicAsRead(ctx: Context, id: WorkItemId): boolean | null {
  const known = ctx.peek(workItemsById, id);
  return known ? known.type === 'epic' : null;
}

/** What a change of an existing item means to widgets. `input` null: a deletion. `isEpic` null: unknown. */
export function planOf(
  trx: Trx,
  id: WorkItemId,
  input: WorkItemChange | null,
  isEpic: boolean | null = null,
): WidgetPlan {
  const about = () => aboutOrThrow(trx, id);
  return { input, isNew: false, about, isEpic: async () => isEpic ?? (await about()).type === 'epic' };
}

async function aboutOrThrow(trx: Trx, id: WorkItemId): Promise<{ rootId: NamespaceId; type: WorkItemType }> {
  const about = await readAbout(trx, id);
  if (!about) throw new NotFoundError('Work item');
  return about;
}

/** Acquires the locks of all widgets; returns the values that a new item inherits. */
export async function prepareWidgets(ctx: Context, trx: Trx, plan: WidgetPlan): Promise<WidgetDefaults> {
  const defaults: WidgetDefaults = {};
  for (const widget of pluggedWidgets) Object.assign(defaults, await widget.prepare?.(ctx, trx, plan));
  return defaults;
}

/** Whether a widget changed something, and whether that is the row. Those that read the row see what the previous ones wrote. */
export async function writeWidgets(
  ctx: Context,
  trx: Trx,
  {
    before,
    row,
    input,
    scope,
    path,
  }: { before: WorkItemRow | null; row: WorkItemRow; input: WidgetInput; scope: NamespaceScope; path: string },
): Promise<{ isChanged: boolean; isRowChanged: boolean }> {
  let after = row;
  let [isChanged, isRowChanged, isStale] = [false, false, false];
  for (const widget of pluggedWidgets) {
    if (isStale && before && widget.readsRow) {
      after = await workItemRow(trx, row.id);
      isStale = false;
    }
    const writing = widget.write(ctx, trx, { itemId: row.id, before, after, input, scope, namespacePath: path });
    if (!(await writing)) continue;
    isChanged = true;
    if (widget.isBesideRow) continue;
    isRowChanged = true;
    isStale = true;
  }
  return { isChanged, isRowChanged };
}
