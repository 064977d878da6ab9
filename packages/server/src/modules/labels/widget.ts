import { ValidationError } from '@milepost/core/errors';
import type { LabelId, WorkItemId } from '@milepost/core/ids';
import { defaultLabelColor, exclusiveLabels, labelTitleProblems } from '@milepost/core/labels';
import { hasFeature } from '@milepost/core/settings/features';
import type { Context, Trx } from '../../platform/context.ts';
import { namespaceById, type Namespace } from '../namespaces/store.ts';
import type { Widget, WidgetInput } from '../work-items/sockets.ts';
import { writeLabel } from './commands.ts';
import { labelPolicy } from './policy.ts';
import { changeItemLabels, labelsAvailableIn, labelsOnItem } from './store/items.ts';
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
  const named = await findOrMake(ctx, trx, namespace, { ids, titles }, current);
  const isReplaced = input.labelIds !== undefined || input.labelNames !== undefined;
  const remaining = current.filter((label) => {
    if (input.removeLabelIds?.includes(label.id) || input.removeLabelNames?.includes(label.title)) return false;
    return !isReplaced || named.some(({ id }) => id === label.id);
  });
  return [...remaining, ...named.filter(({ id }) => !remaining.some((label) => label.id === id))];
}

async function findOrMake(
  ctx: Context,
  trx: Trx,
  namespace: Namespace,
  wanted: { ids: readonly LabelId[]; titles: readonly string[] },
  current: readonly Label[],
): Promise<Label[]> {
  if (wanted.ids.length + wanted.titles.length === 0) return [];
  const available = [...current, ...(await labelsAvailableIn(trx, namespace.scope.traversalIds, wanted))];
  const found = new Map<LabelId, Label>();
  for (const id of wanted.ids) {
    const label = available.find((each) => each.id === id);
    if (!label) throw new ValidationError({ labels: [`must belong to ${namespace.fullPath} or a group above it`] });
    found.set(id, label);
  }
  for (const title of wanted.titles) {
    const label = available.find((each) => each.title === title) ?? (await makeLabel(ctx, trx, namespace, title));
    if (!label) continue;
    available.push(label);
    found.set(label.id, label);
  }
  return [...found.values()];
}

/** Creates a label for a title; null for an invalid title, or if the viewer may not create labels there. */
async function makeLabel(ctx: Context, trx: Trx, namespace: Namespace, title: string): Promise<Label | null> {
  if (labelTitleProblems(title).length > 0 || !ctx.can(labelPolicy.manage, namespace)) return null;
  const id = await writeLabel(trx, namespace, { title, color: defaultLabelColor });
  const [label] = await labelsAvailableIn(trx, [namespace.id], { ids: [id], titles: [] });
  return label ?? null;
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
    data: { added: added.map(remembered), removed: removed.map(remembered) },
  });
}

function remembered({ id, title, color, description }: Label): LabelSnapshot {
  return { id, title, color, description };
}
