import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { renderTexts } from '../../../platform/markdown/sockets.ts';
import { saveHtml, textsWithReferences, type TextKind } from '../store/merge-texts.ts';

/** Number of texts rendered before yielding to the server's other work. */
const BATCH = 100;

/** Renders the texts with references again, once everything that they may refer to is imported. */
export async function resolveReferences(
  ctx: Context,
  trx: Db,
  kinds: readonly TextKind[],
  signal?: AbortSignal,
): Promise<void> {
  for (const kind of kinds) {
    let last = 0;
    for (;;) {
      signal?.throwIfAborted();
      const texts = await textsWithReferences(trx, kind, last, BATCH);
      if (texts.length === 0) break;
      last = texts.at(-1)?.id ?? last;
      const rendered = await renderTexts(
        ctx,
        texts.map(({ text, path, kind }) => ({ text, base: { path, kind } })),
      );
      await saveHtml(
        trx,
        kind,
        texts.map(({ id }, index) => ({ id, html: rendered[index] ?? '' })),
      );
    }
  }
}
