import { queryOptions } from '@tanstack/react-query';
import { endpoint } from '../../platform/api/endpoints.ts';
import { sendJson } from '../../platform/api/http.ts';
import { session } from '../../platform/session/session.ts';

export interface Checklist {
  /** Null for a group without one, and once it was dismissed or is done. */
  steps: { invited: boolean; imported: boolean; createdEpic: boolean; openedRoadmap: boolean } | null;
  may_import: boolean;
  /** The group has no project yet, so no issue can be created. */
  needs_project: boolean;
}

/** The first steps in a new group, for signed-in viewers. */
export const checklistQuery = (fullPath: string) =>
  queryOptions({
    queryKey: ['checklist', fullPath],
    enabled: session().viewer !== null,
    queryFn: ({ signal }) => sendJson<Checklist>(`${endpoint('group', fullPath)}/checklist.json`, { signal }),
  });

export function noteStep(step: 'dismissed' | 'roadmap_opened'): Promise<void> {
  return sendJson('/-/checklist', { method: 'PUT', body: { step } });
}

/** What the home of a group waits for; nothing for visitors. */
export const checklistKeys = (fullPath: string) =>
  session().viewer === null ? [] : [checklistQuery(fullPath).queryKey];
