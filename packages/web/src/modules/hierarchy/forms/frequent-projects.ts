import { type FrequentItem, frequentOf, recentOf, withUse } from '@milepost/core/frequent-items';
import { endpoint } from '../../../platform/api/endpoints.ts';
import { sendJson } from '../../../platform/api/http.ts';
import { type LocalSetting, localSetting } from '../../../ui/local-setting.ts';
import { session } from '../../../platform/session/session.ts';

export interface ProjectFacts {
  id: number;
  name: string;
  fullPath: string;
}

export type FrequentProject = ProjectFacts & FrequentItem;

/** The viewer's recent projects in this browser; none for a visitor. */
function kept(): LocalSetting<FrequentProject[]> | null {
  const { viewer } = session();
  return viewer && localSetting(`${viewer.username}/frequent-projects`, read, (items) => JSON.stringify(items), '');
}

/** The stored value may come from another program or an older version. */
function read(stored: string | null): FrequentProject[] {
  try {
    const items = JSON.parse(stored ?? '[]') as unknown;
    return Array.isArray(items) ? items.filter(isProject) : [];
  } catch {
    return [];
  }
}

function isProject(item: unknown): item is FrequentProject {
  const { id, name, fullPath, frequency, lastAccessedOn } = (item ?? {}) as Partial<
    Record<keyof FrequentProject, unknown>
  >;
  return (
    [id, frequency, lastAccessedOn].every((value) => typeof value === 'number') &&
    [name, fullPath].every((value) => typeof value === 'string')
  );
}

/** Projects below a group that the viewer used: the last ones, and of the others those used often. None for a visitor. */
export function usedProjects(groupPath: string): { recent: FrequentProject[]; frequent: FrequentProject[] } {
  const items = (kept()?.get() ?? []).filter(({ fullPath }) => fullPath.startsWith(`${groupPath}/`));
  const recent = recentOf(items);
  return { recent, frequent: frequentOf(items).filter((item) => !recent.includes(item)) };
}

/** Stores the use of a project, and reports it to the server if it counts. Failures are ignored. */
export function trackProject(project: ProjectFacts, now: number = Date.now()): void {
  const setting = kept();
  if (!setting) return;
  const { items, counts } = withUse<ProjectFacts>(setting.get(), project, now);
  setting.set(items);
  if (!counts) return;
  const body = { type: 'projects', id: project.id };
  sendJson(endpoint('frequentItems'), { method: 'POST', body }).catch(() => undefined);
}
