import { restPages } from '../../platform/api/rest.ts';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';

/** A milestone as REST returns it. */
export interface RestMilestone {
  id: number;
  iid: number;
  title: string;
  description: string | null;
  state: 'active' | 'closed';
  start_date: string | null;
  due_date: string | null;
  expired: boolean;
  group_id?: number;
  project_id?: number;
  web_url?: string;
}

/** Milestones of a group (with those of everything below) or of a project (with those from above). */
export function milestonesPages(
  kind: NamespaceKind,
  fullPath: string,
  state: 'active' | 'closed' | 'all',
  search: string,
) {
  const wider = kind === 'group' ? { include_descendants: true } : { include_ancestors: true };
  return restPages<RestMilestone>(
    ['milestones', kind, fullPath, state, search],
    `/${kind}s/${encodeURIComponent(fullPath)}/milestones`,
    {
      ...wider,
      state: state === 'all' ? undefined : state,
      search,
      per_page: 50,
    },
  );
}
