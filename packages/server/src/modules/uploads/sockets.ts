import type { Context } from '../../platform/context.ts';
import type { UploadUse } from './table.ts';

/**
 * Whether the viewer may read one of the texts that a file is attached to. Provided by the rooms that hold texts; each answers
 * for its own uses.
 */
export type UploadReaders = (ctx: Context, uses: readonly UploadUse[]) => Promise<boolean>;

/** Batch size: a file can be in thousands of texts, but most viewers may read the first one. */
const USES_AT_ONCE = 100;
const plugs: UploadReaders[] = [];

/** Registered by each room with texts, at start. */
export function plugInUploadReaders(plug: UploadReaders): void {
  if (!plugs.includes(plug)) plugs.push(plug);
}

export async function mayReadOneOf(ctx: Context, uses: readonly UploadUse[]): Promise<boolean> {
  for (let at = 0; at < uses.length; at += USES_AT_ONCE) {
    const some = uses.slice(at, at + USES_AT_ONCE);
    for (const plug of plugs) if (await plug(ctx, some)) return true;
  }
  return false;
}
