import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { renderTexts } from '../../../platform/references.ts';
import { saveHtml, textsWithReferences, type TextPlace } from '../store/merge-texts.ts';

const BATCH = 500;

/**
 * Texts that speak of other things were rendered before those things were here. Now that they are, renders these texts again,
 * and writes those that changed.
 */
export async function resolveReferences(ctx: Context, trx: Db, signal?: AbortSignal): Promise<void> {
  for (const place of ['items', 'notes'] satisfies TextPlace[]) {
    let last = 0;
    for (;;) {
      signal?.throwIfAborted();
      const texts = await textsWithReferences(trx, place, last, BATCH);
      if (texts.length === 0) break;
      last = texts.at(-1)?.id ?? last;
      const rendered = await renderTexts(
        ctx,
        texts.map(({ text, path, kind }) => ({ text, base: { path, kind } })),
      );
      const changed = texts.flatMap(({ id, html }, index) =>
        rendered[index] === undefined || rendered[index] === html ? [] : [{ id, html: rendered[index] }],
      );
      await saveHtml(trx, place, changed);
    }
  }
}
