import type { LabelId, NamespaceId } from '@milepost/core/ids';
import type { Trx } from '../../../platform/context.ts';
import { writeLabel } from '../commands.ts';
import { labelsUsedBelow, type LabelReplacement } from '../store/transfers.ts';

/**
 * The labels that take the place of those of the groups `former` which something in `movedId` and below uses: labels of the same title
 * that are available in `availableIn`, or copies in `movedId`, which are written.
 */
export async function labelReplacements(
  trx: Trx,
  movedId: NamespaceId,
  former: readonly NamespaceId[],
  availableIn: readonly NamespaceId[],
): Promise<LabelReplacement[]> {
  const replacements: LabelReplacement[] = [];
  const copies = new Map<string, LabelId>();
  for (const { id, title, color, description, sameId } of await labelsUsedBelow(trx, movedId, former, availableIn)) {
    // Two of the former groups may have had a label of this title.
    const to = sameId ?? copies.get(title) ?? (await writeLabel(trx, { id: movedId }, { title, color, description }));
    copies.set(title, to);
    replacements.push({ from: id, to });
  }
  return replacements;
}
