import type { SavedViewId } from '@milepost/core/ids';
import { withLabelRenamed } from '@milepost/core/views/queries';
import type { Listener } from '../../platform/context.ts';
import { labelsById } from '../labels/store.ts';
import { saveView, viewsNaming } from './store.ts';

/** Views that are rewritten at once. */
const BATCH_SIZE = 500;

/** Views name labels by their titles, as addresses do: a renamed label is renamed in them as well. */
export const renameLabelsInViews: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'label.updated') return;
  const { labelId, formerTitle } = announcement.data;
  const label = await ctx.load(labelsById, labelId);
  if (!label || formerTitle === label.title) return;
  const written = encodeURIComponent(formerTitle);
  const former = { namespaceId: label.namespaceId, title: formerTitle };
  let after: SavedViewId | 0 = 0;
  for (;;) {
    const views = await viewsNaming(trx, former, written, { after, most: BATCH_SIZE });
    for (const { id, query } of views) {
      const renamed = withLabelRenamed(query, formerTitle, label.title);
      if (renamed !== null) await saveView(trx, id, { query: renamed });
      after = id;
    }
    if (views.length < BATCH_SIZE) return;
  }
};
