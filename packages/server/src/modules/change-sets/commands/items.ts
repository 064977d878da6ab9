import { NotFoundError } from '@milepost/core/errors';
import { fullReference, type ReferenceBase } from '@milepost/core/text/references';
import type { Context } from '../../../platform/context.ts';
import { itemReferenced } from '../../work-items/commands/references.ts';
import type { WorkItem } from '../../work-items/store.ts';

/** There is no such item, or the viewer may not read it: the error is the same. */
export class NoSuchItemError extends NotFoundError {
  override name = 'NoSuchItemError';
  constructor(reference: string) {
    super('Item');
    this.message = `There is no item ${reference}, or you may not read it.`;
  }
}

/** A base that full references and page addresses do not need. */
const nowhere: ReferenceBase = { path: '', kind: 'group' };

/** The item of a reference (`group&5`, `group/project#3`) or the address of its page. Throws NoSuchItemError. */
export async function findItem(ctx: Context, reference: string, base: ReferenceBase = nowhere): Promise<WorkItem> {
  const item = await itemReferenced(ctx, base, reference);
  if (!item) throw new NoSuchItemError(reference);
  return item;
}

export function referenceOf({ type, namespacePath, iid }: WorkItem): string {
  return fullReference({ kind: type === 'epic' ? 'epic' : 'issue', path: namespacePath, name: String(iid) });
}
