import type { LabelId, WorkItemId } from '@milepost/core/ids';
import { exclusiveLabels } from '@milepost/core/labels';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context, Trx } from '../../platform/context.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import type { Widget, WidgetInput } from '../work-items/sockets.ts';
import { findOrMakeLabels } from './commands.ts';
import { changeItemLabels, labelsOnItem } from './store/items.ts';
import type { Label, LabelSnapshot } from './store.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Replaces all labels, by id and by title. */
    labelIds?: readonly LabelId[];
    labelNames?: readonly string[];
    addLabelIds?: readonly LabelId[];
    removeLabelIds?: readonly LabelId[];
    /** Unknown titles are created as labels of the item's namespace, if the viewer may create labels there. */
    addLabelNames?: readonly string[];
    removeLabelNames?: readonly string[];
  }
}

declare module '../../platform/context.ts' {
  interface Events {
    'workItem.labelsChanged': { added: readonly LabelSnapshot[]; removed: readonly LabelSnapshot[] };
  }
}

/** The labels of a work item. Of one scope only the label set last stays. */
export const labelsWidget: Widget = {
  name: 'labels',
  async write(ctx, trx, { itemId, before, after, input }) {
    if (!asksForLabels(input)) return false;
    const namespace = await namespaceById(trx, after.namespaceId);
    if (!namespace) return false;
    const current = before ? await labelsOnItem(trx, itemId) : [];
    const wanted = await resolve(ctx, trx, namespace, input, current);
    const next = hasFeature(namespace, 'scoped_labels') ? exclusiveLabels(wanted) : wanted;
    const added = next.filter((label) => !current.some(({ id }) => id === label.id));
    const removed = current.filter((label) => !next.some(({ id }) => id === label.id));
    if (added.length + removed.length === 0) return false;
    await changeItemLabels(trx, itemId, { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) });
    announce(trx, namespace, itemId, added, removed);
    return true;
  },
};

function asksForLabels(input: WidgetInput): boolean {
  const { labelIds, labelNames, addLabelIds, removeLabelIds, addLabelNames, removeLabelNames } = input;
  return [labelIds, labelNames, addLabelIds, removeLabelIds, addLabelNames, removeLabelNames].some(Boolean);
}

/** The resulting labels in the order they were set: existing ones first, then new ones. */
async function resolve(
  ctx: Context,
  trx: Trx,
  namespace: Namespace,
  input: WidgetInput,
  current: readonly Label[],
): Promise<Label[]> {
  const ids = [...(input.labelIds ?? []), ...(input.addLabelIds ?? [])];
  const titles = [...(input.labelNames ?? []), ...(input.addLabelNames ?? [])].map((title) => title.trim());
  const named = await findOrMakeLabels(ctx, trx, namespace, { ids, titles }, current);
  const isReplaced = input.labelIds !== undefined || input.labelNames !== undefined;
  const remaining = current.filter((label) => {
    if (input.removeLabelIds?.includes(label.id) || input.removeLabelNames?.includes(label.title)) return false;
    return !isReplaced || named.some(({ id }) => id === label.id);
  });
  return [...remaining, ...named.filter(({ id }) => !remaining.some((label) => label.id === id))];
}

function announce(
  trx: Trx,
  namespace: Namespace,
  workItemId: WorkItemId,
  added: readonly Label[],
  removed: readonly Label[],
): void {
  trx.announce({
    name: 'workItem.labelsChanged',
    namespaceId: namespace.id,
    workItemId,
    data: { added: added.map(labelSnapshotOf), removed: removed.map(labelSnapshotOf) },
  });
}

function labelSnapshotOf({ id, title, color, description }: Label): LabelSnapshot {
  return { id, title, color, description };
}
