import { parseReference, placesOf, type ReferenceBase } from '@milepost/core/references';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../platform/context.ts';
import { visibleNamespace } from '../namespaces/commands.ts';
import { issueTypes, visibleWorkItemAt, type WorkItem } from './store.ts';

/**
 * The epic or issue that a text like `#12`, `group&5` or the address of its page points at, read from `base`; null where there
 * is none that the viewer may read, or it is of another kind than `kinds` asks for.
 */
export async function itemReferenced(
  ctx: Context,
  base: ReferenceBase,
  text: string,
  kinds: readonly ('epic' | 'issue')[] = ['epic', 'issue'],
): Promise<WorkItem | null> {
  const reference = parseReference(text.trim(), ctx.baseUrl);
  const kind = kinds.find((each) => each === reference?.kind);
  if (!reference || !kind) return null;
  const types: readonly WorkItemType[] = kind === 'epic' ? ['epic'] : issueTypes;
  for (const path of placesOf(reference, base)) {
    const namespace = await visibleNamespace(ctx, path);
    const item = namespace && (await visibleWorkItemAt(ctx, { namespace, iid: reference.name, types }));
    if (item) return item;
  }
  return null;
}
