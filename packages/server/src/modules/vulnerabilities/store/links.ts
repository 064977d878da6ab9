import type { VulnerabilityId, VulnerabilityIssueLinkId, WorkItemId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable } from 'kysely';
import { defineLoader, defineRowsLoader } from '../../../platform/context.ts';
import { isOneOf } from '../../../platform/database/one-of.ts';
import type { Db } from '../../../platform/database/tables.ts';
import { visibleWorkItems } from '../../work-items/policy.ts';
import { projectsWithVulnerabilities } from '../policy.ts';
import type { VulnerabilityIssueLinkTable } from '../table.ts';
import { groupedBy } from './grouped.ts';

export type VulnerabilityIssueLink = Selectable<VulnerabilityIssueLinkTable>;

/** The links of each vulnerability to issues that the viewer may see, oldest first. */
export const issueLinksOf = defineLoader<VulnerabilityId, VulnerabilityIssueLink[]>(
  'vulnerabilityIssueLinks',
  async (ctx, ids) => {
    const { rows } = await sql<VulnerabilityIssueLink>`
      SELECT l.* FROM vulnerability_issue_links l
      JOIN work_items w ON w.id = l.work_item_id JOIN namespaces n ON n.id = w.namespace_id
      WHERE ${isOneOf('l.vulnerability_id', ids)} AND ${visibleWorkItems(ctx.viewer)} ORDER BY l.id`.execute(ctx.db);
    return groupedBy(rows, ({ vulnerabilityId }) => vulnerabilityId);
  },
);

/** Links of each issue to vulnerabilities that the viewer may see, the most severe first. */
export const vulnerabilityLinksOf = defineRowsLoader<WorkItemId, VulnerabilityIssueLink, VulnerabilityIssueLink[]>(
  'vulnerabilityLinksOfIssues',
  {
    rows: (ctx, ids) => sql`
      SELECT l.* FROM vulnerability_issue_links l
      JOIN vulnerabilities v ON v.id = l.vulnerability_id JOIN namespaces n ON n.id = v.project_id
      WHERE ${isOneOf('l.work_item_id', ids)} AND ${projectsWithVulnerabilities(ctx.viewer)}
      ORDER BY v.severity_rank DESC, v.id`,
    collect: (rows) => groupedBy(rows, ({ workItemId }) => workItemId),
  },
);

export async function issueLinkById(db: Db, id: VulnerabilityIssueLinkId): Promise<VulnerabilityIssueLink | null> {
  const row = await db.selectFrom('vulnerabilityIssueLinks').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Includes those that the viewer may not see. */
export async function countIssueLinks(trx: Db, id: VulnerabilityId): Promise<number> {
  const { count } = await trx
    .selectFrom('vulnerabilityIssueLinks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('vulnerabilityId', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

/** Null when the two are linked already, or when another issue was created from the vulnerability. */
export async function insertIssueLink(
  trx: Db,
  link: Insertable<VulnerabilityIssueLinkTable>,
): Promise<VulnerabilityIssueLink | null> {
  const row = await trx
    .insertInto('vulnerabilityIssueLinks')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function removeIssueLink(trx: Db, id: VulnerabilityIssueLinkId): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('vulnerabilityIssueLinks').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0;
}
