import { type QueryKey, queryOptions, useQuery, type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { present, request } from '../../../platform/api/graphql.ts';
import { type LocalSetting, localSetting } from '../../../ui/local-setting.ts';
import { session } from '../../../platform/session/session.ts';
import { graphql } from '../../../gen/gql.ts';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';

const projectsDocument = graphql(`
  query newIssueProjects($fullPath: ID!, $search: String) {
    group(fullPath: $fullPath) {
      id
      fullName
      projects(includeSubgroups: true, includeArchived: false, search: $search, first: 50) {
        nodes {
          id
          fullPath
          nameWithNamespace
          userPermissions {
            createIssue
          }
        }
      }
    }
  }
`);

const projectDocument = graphql(`
  query newIssueProject($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      fullPath
      nameWithNamespace
      userPermissions {
        createIssue
      }
    }
  }
`);

/** A project in which the viewer may create issues. */
export interface IssueProject {
  fullPath: string;
  name: string;
}

interface Found {
  fullPath: string;
  nameWithNamespace: string;
  userPermissions: { createIssue: boolean };
}

const projectOf = ({ fullPath, nameWithNamespace: name }: Found): IssueProject => ({ fullPath, name });

/** The projects below a group in which the viewer may create issues; `search` narrows. */
export function issueProjectsQuery(groupPath: string, search = '') {
  return queryOptions({
    queryKey: ['new-issue-projects', groupPath, search],
    queryFn: async ({ signal }) => {
      const { group } = await request(projectsDocument, { fullPath: groupPath, search: search || null }, signal);
      const projects = present(group?.projects?.nodes).filter(({ userPermissions }) => userPermissions.createIssue);
      return { groupName: group?.fullName ?? groupPath, projects: projects.map(projectOf) };
    },
    staleTime: 60_000,
  });
}

/** The same as the options of a list. */
export const issueProjectOptions =
  (groupPath: string) =>
  (search: string): UseQueryOptions<readonly PickerOption[]> => ({
    queryKey: ['new-issue-project-options', groupPath, search] satisfies QueryKey,
    queryFn: async ({ client }) => {
      const { projects } = await client.fetchQuery(issueProjectsQuery(groupPath, search));
      return projects.map(({ fullPath, name }) => ({ value: fullPath, title: name }));
    },
    staleTime: 60_000,
  });

/** One of them, if it still is one. */
function issueProjectQuery(fullPath: string) {
  return queryOptions({
    queryKey: ['new-issue-project', fullPath],
    queryFn: async ({ signal }) => {
      const { project } = await request(projectDocument, { fullPath }, signal);
      return project?.userPermissions.createIssue ? projectOf(project) : null;
    },
    staleTime: 60_000,
    retry: false,
  });
}

/** The number of paths stored for a person. */
const MAX_LAST_PROJECTS = 20;

/** The projects in which the viewer created issues in this browser, latest first; none for a visitor. */
function lastProjects(): LocalSetting<string[]> | null {
  const { viewer } = session();
  return viewer && localSetting(`${viewer.username}/last-issue-projects`, readPaths, (paths) => JSON.stringify(paths));
}

/** The stored value may come from another program or an older version. */
function readPaths(stored: string | null): string[] {
  try {
    const paths = JSON.parse(stored ?? '[]') as unknown;
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
}

/** An issue was created in a project: forms of its groups begin with it. */
export function storeLastProject(fullPath: string): void {
  const setting = lastProjects();
  setting?.set([fullPath, ...setting.get().filter((path) => path !== fullPath)].slice(0, MAX_LAST_PROJECTS));
}

const presetOf = (projects: readonly IssueProject[], last: IssueProject | null | undefined): IssueProject | null =>
  (projects.length === 1 ? projects[0] : (last ?? projects[0])) ?? null;

/** The project of a new issue in a group: the only one, the one used last there, or the viewer's choice. */
export function useIssueProject(groupPath: string, isEnabled = true) {
  const [chosen, choose] = useState<IssueProject | null>(null);
  const [lastPath] = useState(
    () =>
      lastProjects()
        ?.get()
        .find((path) => path.startsWith(`${groupPath}/`)) ?? '',
  );
  const listed = useQuery({ ...issueProjectsQuery(groupPath), enabled: isEnabled });
  const last = useQuery({ ...issueProjectQuery(lastPath), enabled: isEnabled && lastPath !== '' });
  const projects = listed.data?.projects;
  const client = useQueryClient();
  return {
    project: chosen ?? presetOf(projects ?? [], last.data),
    /** The same as soon as it is known; null without a project. Throws the error of the request. */
    load: async (): Promise<IssueProject | null> => {
      if (chosen) return chosen;
      const [{ projects: found }, latest] = await Promise.all([
        client.ensureQueryData(issueProjectsQuery(groupPath)),
        lastPath === '' ? null : client.ensureQueryData(issueProjectQuery(lastPath)),
      ]);
      return presetOf(found, latest);
    },
    choose,
    groupName: listed.data?.groupName ?? groupPath,
    hasNone: projects?.length === 0,
    hasSeveral: (projects?.length ?? 0) > 1,
    isLoading: listed.isLoading || last.isLoading,
    error: listed.error,
    retry: () => void listed.refetch(),
  };
}
