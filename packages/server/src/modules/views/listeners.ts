import type { SavedViewId } from '@milepost/core/ids';
import { withLabelRenamed } from '@milepost/core/views/queries';
import type { Listener } from '../../platform/context.ts';
import { labelsById } from '../labels/store.ts';
import { saveView, viewsWithLabel } from './store.ts';

/** Number of views that are read and rewritten at a time. */
const BATCH_SIZE = 500;

/** Rewrites views that filter by a renamed label: their queries contain titles, as URLs do. */
export const renameLabelsInViews: Listener = async (ctx, trx, announcement) => {
  if (announcement.name !== 'label.updated') return;
  const { labelId, formerTitle } = announcement.data;
  const label = await ctx.load(labelsById, labelId);
  if (!label || formerTitle === label.title) return;
  const written = encodeURIComponent(formerTitle);
  const former = { namespaceId: label.namespaceId, title: formerTitle };
  let after: SavedViewId | 0 = 0;
  for (;;) {
    const views = await viewsWithLabel(trx, former, written, { after, limit: BATCH_SIZE });
    for (const { id, query } of views) {
      const renamed = withLabelRenamed(query, formerTitle, label.title);
      if (renamed !== null) await saveView(trx, id, { query: renamed });
      after = id;
    }
    if (views.length < BATCH_SIZE) return;
  }
};
