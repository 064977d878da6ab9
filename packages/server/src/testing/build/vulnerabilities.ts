import type { Namespace } from '../../modules/namespaces/store.ts';
import type { Vulnerability } from '../../modules/vulnerabilities/store.ts';
import type { VulnerabilityIssueLink } from '../../modules/vulnerabilities/store/links.ts';
import type { World } from '../world.ts';

/** Creates vulnerabilities directly in the database. */
export function vulnerabilityBuilders(world: World) {
  async function vulnerability(
    wanted: { project: Namespace } & Partial<
      Pick<Vulnerability, 'title' | 'severity' | 'state' | 'scanner' | 'isMissing' | 'detectedAt' | 'description'>
    >,
  ): Promise<Vulnerability> {
    const { project, ...rest } = wanted;
    return world.db
      .insertInto('vulnerabilities')
      .values({
        projectId: project.id,
        branch: '',
        scanner: 'Scanner',
        reportType: 'sast',
        fingerprint: `finding ${world.next()}`,
        title: 'Unescaped output',
        description: '',
        solution: '',
        severity: 'high',
        confidence: 'unknown',
        ...rest,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  }
  async function vulnerabilityIssueLink(
    link: Pick<VulnerabilityIssueLink, 'vulnerabilityId' | 'workItemId'>,
  ): Promise<VulnerabilityIssueLink> {
    return world.db.insertInto('vulnerabilityIssueLinks').values(link).returningAll().executeTakeFirstOrThrow();
  }

  return { vulnerability, vulnerabilityIssueLink };
}
