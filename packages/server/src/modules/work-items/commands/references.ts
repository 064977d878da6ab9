import { NotFoundError, ValidationError } from '@milepost/core/errors';
import { findReferences, parseReference, candidatePathsOf, type ReferenceBase } from '@milepost/core/text/references';
import type { WorkItemType } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { visibleNamespace } from '../../namespaces/commands.ts';
import { issueTypes, visibleWorkItemAt, type WorkItem } from '../store.ts';

/**
 * The epic or issue of a reference such as `#12`, `group&5` or a page address, relative to `base`; null if there is none that
 * the viewer may read, or none of `kinds`.
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
  for (const path of candidatePathsOf(reference, base)) {
    const namespace = await visibleNamespace(ctx, path);
    const item = namespace && (await visibleWorkItemAt(ctx, { namespace, iid: reference.name, types }));
    if (item) return item;
  }
  return null;
}

/**
 * The items of several references, relative to another item: `#12 &5 group/project#3`, or addresses. Throws NotFoundError for
 * one that the viewer may not read, ValidationError for a text without references or with anything else.
 */
export async function itemsNamed(ctx: Context, text: string, from: WorkItem): Promise<WorkItem[]> {
  const references = findReferences(text, ctx.baseUrl);
  const rest = references.toReversed().reduce((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  if (references.length === 0 || /[^\s,]/.test(rest)) {
    throw new ValidationError({ base: [`"${text}" names no issue or epic`] });
  }
  const items: WorkItem[] = [];
  for (const { start, end } of references) {
    const written = text.slice(start, end);
    const item = await itemReferenced(ctx, { path: from.namespacePath, kind: from.namespaceKind }, written);
    if (!item) throw new NotFoundError(written);
    items.push(item);
  }
  return items;
}

/** The single item of a reference. */
export async function oneItemNamed(ctx: Context, text: string, from: WorkItem): Promise<WorkItem> {
  const [first, ...others] = await itemsNamed(ctx, text, from);
  if (!first || others.length > 0) throw new ValidationError({ base: ['Name one item'] });
  return first;
}
