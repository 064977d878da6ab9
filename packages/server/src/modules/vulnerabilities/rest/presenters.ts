import type { Context } from '../../../platform/context.ts';
import { presentSimpleProject } from '../../namespaces/rest/presenters.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { locationOf, type Vulnerability } from '../store.ts';

/** The published fields, and what Milepost adds. */
export async function presentVulnerability(ctx: Context, vulnerability: Vulnerability): Promise<object> {
  const project = await ctx.load(namespacesById, vulnerability.projectId);
  const { path, line, endLine, subject } = locationOf(vulnerability);
  const closed = vulnerability.state === 'dismissed' ? 'dismissed' : 'resolved';
  return {
    id: vulnerability.id,
    title: vulnerability.title,
    description: vulnerability.description,
    state: vulnerability.state,
    severity: vulnerability.severity,
    confidence: vulnerability.confidence,
    report_type: vulnerability.reportType,
    project: project && (await presentSimpleProject(project, ctx)),
    author_id: vulnerability.authorId,
    closed_by_id: vulnerability[`${closed}ById`],
    created_at: vulnerability.detectedAt,
    updated_at: vulnerability.updatedAt,
    closed_at: vulnerability[`${closed}At`],
    confirmed_at: vulnerability.confirmedAt,
    confirmed_by_id: vulnerability.confirmedById,
    resolved_at: vulnerability.resolvedAt,
    resolved_by_id: vulnerability.resolvedById,
    dismissed_at: vulnerability.dismissedAt,
    dismissed_by_id: vulnerability.dismissedById,
    resolved_on_default_branch: vulnerability.isMissing,
    solution: vulnerability.solution,
    scanner: vulnerability.scanner,
    branch: vulnerability.branch || null,
    location: { file: path, start_line: line, end_line: endLine, subject },
    identifiers: vulnerability.identifiers,
    links: vulnerability.links,
    web_url: project && `${ctx.baseUrl}/${project.fullPath}/-/vulnerabilities/${vulnerability.id}`,
  };
}
