import type { NamespaceId } from '@milepost/core/ids';
import { sql } from 'kysely';
import { defineLoader } from '../../../platform/context.ts';
import type { ProjectFigures } from '../../namespaces/sockets.ts';
import { visibleWorkItems } from '../policy.ts';

/** How much is open in each project, as far as the viewer may see it: one statement for a page of projects. */
export const figuresOfProject = defineLoader<NamespaceId, ProjectFigures>('figuresOfProject', async (ctx, ids) => {
  const { rows } = await sql<{ namespaceId: NamespaceId; openIssues: number }>`
    SELECT w.namespace_id, count(*)::int AS open_issues
    FROM work_items w JOIN namespaces n ON n.id = w.namespace_id
    WHERE w.namespace_id = ANY(${ids}::bigint[]) AND w.type <> 'epic' AND w.state = 'opened' AND ${visibleWorkItems(ctx.viewer)}
    GROUP BY w.namespace_id`.execute(ctx.db);
  const figures = new Map<NamespaceId, ProjectFigures>(ids.map((id) => [id, { openIssues: 0 }]));
  for (const { namespaceId, openIssues } of rows) figures.set(namespaceId, { openIssues });
  return figures;
});
