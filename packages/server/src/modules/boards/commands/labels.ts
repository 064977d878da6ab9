import type { LabelId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import { labelsAvailableIn } from '../../labels/store/items.ts';
import type { Namespace } from '../../namespaces/store.ts';

interface WantedLabels {
  labelIds?: readonly LabelId[] | undefined;
  labelNames?: readonly string[] | undefined;
}

/** The labels that a board gets, undefined to keep its own, and why it cannot have those that are wanted. */
export async function labelsOfBoard(
  trx: Trx,
  namespace: Namespace,
  { labelIds, labelNames }: WantedLabels,
): Promise<{ ids: readonly LabelId[] | undefined; problem: string | null }> {
  if (!labelIds && !labelNames) return { ids: undefined, problem: null };
  const titles = (labelNames ?? []).map((name) => name.trim()).filter(Boolean);
  const labels = await labelsAvailableIn(trx, namespace.scope.traversalIds, { ids: labelIds ?? [], titles });
  const ids = labels.map(({ id }) => id);
  const isForeign = (labelIds ?? []).some((id) => !ids.includes(id));
  const unknown = titles.filter((title) => !labels.some((label) => label.title === title));
  const problem = isForeign
    ? `must belong to ${namespace.fullPath} or a group above it`
    : unknown.length > 0
      ? `do not exist: ${unknown.join(', ')}`
      : null;
  return { ids, problem };
}
