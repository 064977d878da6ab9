import type { Visibility } from '@milepost/core/roles';
import { sendJson } from '../../platform/api/http.ts';
import { type RestParameters, restPages, restPath, restQuery } from '../../platform/api/rest.ts';

/** A group as REST returns it. */
export interface RestGroup {
  id: number;
  name: string;
  path: string;
  full_name: string;
  full_path: string;
  description: string | null;
  visibility: Visibility;
  avatar_url: string | null;
  archived?: boolean;
  /** The day of the deletion; it can be restored for some days. */
  marked_for_deletion_on?: string | null;
  parent_id: number | null;
}

/** A project as REST returns it. */
export interface RestProject {
  id: number;
  name: string;
  path: string;
  path_with_namespace: string;
  name_with_namespace: string;
  description: string | null;
  visibility: Visibility;
  avatar_url: string | null;
  archived?: boolean;
  /** The day of the deletion; it can be restored for some days. */
  marked_for_deletion_on?: string | null;
  open_issues_count?: number;
  last_activity_at?: string;
}

const pathId = (fullPath: string): string => encodeURIComponent(fullPath);

/** Groups the viewer may see; `search` narrows. Top-level ones, or with a search those of every level. */
export function groupsPages(search: string) {
  const parameters: RestParameters = {
    search,
    all_available: true,
    top_level_only: search === '' || undefined,
    order_by: 'name',
    sort: 'asc',
    marked_for_deletion: false,
    per_page: 50,
  };
  return restPages<RestGroup>(['groups', search], '/groups', parameters);
}

export function groupQuery(fullPath: string) {
  return restQuery<RestGroup>(['group', fullPath], `/groups/${pathId(fullPath)}`, { with_projects: false });
}

export function subgroupsPages(fullPath: string) {
  return restPages<RestGroup>(['subgroups', fullPath], `/groups/${pathId(fullPath)}/subgroups`, {
    per_page: 50,
    order_by: 'name',
    sort: 'asc',
    marked_for_deletion: false,
  });
}

export function groupProjectsPages(fullPath: string) {
  return restPages<RestProject>(['group-projects', fullPath], `/groups/${pathId(fullPath)}/projects`, {
    per_page: 50,
    order_by: 'name',
    sort: 'asc',
    marked_for_deletion: false,
  });
}

export function projectQuery(fullPath: string) {
  return restQuery<RestProject>(['project', fullPath], `/projects/${pathId(fullPath)}`);
}

/** The input of a new group or project. */
export interface NewNamespace {
  name: string;
  path: string;
  description: string;
  visibility: Visibility;
}

export function createGroup(input: NewNamespace & { parent_id?: number }): Promise<RestGroup> {
  return sendJson(restPath('/groups'), { method: 'POST', body: input });
}

export function createProject(input: NewNamespace & { namespace_id: number }): Promise<RestProject> {
  return sendJson(restPath('/projects'), { method: 'POST', body: input });
}
