import type { WorkItemId } from '@milepost/core/ids';
import { accessLevelOf } from '@milepost/core/roles';
import { sql } from 'kysely';
import { defineRowsLoader } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';

/** Data that only the header of an item's page shows. */
export interface Head {
  /** The author of the e-mail that created it; null for items created here. */
  serviceDeskReplyTo: string | null;
  meetingUrl: string | null;
  publishedUrl: string | null;
  /** The author's first item in the project or group, unless they own it. */
  isFirstContribution: boolean;
  isSpam: boolean;
}

/** Only the address of the author of the e-mail, for lists. */
export const replyAddressesById = defineRowsLoader<WorkItemId, { id: WorkItemId; address: string }, string>(
  'replyAddressesById',
  {
    rows: (_ctx, ids) => sql`
      SELECT id, service_desk_reply_to AS address FROM work_items
      WHERE ${isOneOf('id', ids)} AND service_desk_reply_to IS NOT NULL`,
    collect: (rows) => new Map(rows.map(({ id, address }) => [id, address])),
  },
);

export const headsById = defineRowsLoader<WorkItemId, { id: WorkItemId } & Head, Head>('headsById', {
  rows: (_ctx, ids) => sql`
    SELECT w.id, w.service_desk_reply_to, w.meeting_url, w.published_url,
      w.author_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM work_items earlier
        WHERE earlier.author_id = w.author_id AND earlier.namespace_id = w.namespace_id AND earlier.iid < w.iid
      ) AND NOT EXISTS (
        -- Not shown for owners of the namespace.
        SELECT FROM memberships m JOIN namespaces n ON n.id = w.namespace_id
        WHERE m.user_id = w.author_id AND m.namespace_id = ANY(n.traversal_ids) AND m.access_level = ${accessLevelOf.owner}
      ) AS is_first_contribution,
      EXISTS (SELECT FROM hidden_work_items h WHERE h.work_item_id = w.id AND h.reason = 'spam') AS is_spam
    FROM work_items w WHERE ${isOneOf('w.id', ids)}`,
  collect: (rows) => new Map(rows.map(({ id, ...head }) => [id, head])),
});
