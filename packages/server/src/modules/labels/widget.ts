import type { LabelId, NamespaceId, WorkItemId } from '@milepost/core/ids';
import { exclusiveLabels } from '@milepost/core/labels';
import { hasFeature } from '@milepost/core/settings/features';
import type { Trx } from '../../platform/context.ts';
import type { Widget, WidgetInput } from '../work-items/sockets.ts';
import { findOrMakeLabels } from './commands.ts';
import { changingItemLabels, labelsFor } from './store/items.ts';
import { keepReferenced } from './store/references.ts';
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
  isBesideRow: true,
  async write(ctx, trx, { itemId, before, input, scope, namespacePath }) {
    if (!asksForLabels(input)) return false;
    const home = { fullPath: namespacePath, scope };
    const ids = [...(input.labelIds ?? []), ...(input.addLabelIds ?? [])];
    const titles = [...(input.labelNames ?? []), ...(input.addLabelNames ?? [])].map((title) => title.trim());
    const here = scope.traversalIds;
    const { current, available, nearest } = await labelsFor(trx, before ? itemId : null, here, { ids, titles });
    keepReferenced(trx, namespacePath, nearest);
    const named = await findOrMakeLabels(ctx, trx, home, { ids, titles }, [...current, ...available]);
    const wanted = resulting(input, current, named);
    const next = hasFeature(scope, 'scoped_labels') ? exclusiveLabels(wanted) : wanted;
    const added = next.filter((label) => !current.some(({ id }) => id === label.id));
    const removed = current.filter((label) => !next.some(({ id }) => id === label.id));
    if (added.length + removed.length === 0) return false;
    const change = { added: added.map(({ id }) => id), removed: removed.map(({ id }) => id) };
    for (const statement of changingItemLabels(itemId, change)) trx.defer(statement);
    announce(trx, scope.namespaceId, itemId, added, removed);
    return true;
  },
};

function asksForLabels(input: WidgetInput): boolean {
  const { labelIds, labelNames, addLabelIds, removeLabelIds, addLabelNames, removeLabelNames } = input;
  return [labelIds, labelNames, addLabelIds, removeLabelIds, addLabelNames, removeLabelNames].some(Boolean);
}

/** The resulting labels in the order they were set: existing ones first, then new ones. */
function resulting(input: WidgetInput, current: readonly Label[], named: readonly Label[]): Label[] {
  const isReplaced = input.labelIds !== undefined || input.labelNames !== undefined;
  const remaining = current.filter((label) => {
    if (input.removeLabelIds?.includes(label.id) || input.removeLabelNames?.includes(label.title)) return false;
    return !isReplaced || named.some(({ id }) => id === label.id);
  });
  return [...remaining, ...named.filter(({ id }) => !remaining.some((label) => label.id === id))];
}

function announce(
  trx: Trx,
  namespaceId: NamespaceId,
  workItemId: WorkItemId,
  added: readonly Label[],
  removed: readonly Label[],
): void {
  trx.announce({
    name: 'workItem.labelsChanged',
    namespaceId,
    workItemId,
    data: { added: added.map(labelSnapshotOf), removed: removed.map(labelSnapshotOf) },
  });
}

function labelSnapshotOf({ id, title, color, description }: Label): LabelSnapshot {
  return { id, title, color, description };
}
