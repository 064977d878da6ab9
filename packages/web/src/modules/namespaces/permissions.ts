import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { NamespaceKind, NamespaceRef } from '../../platform/api/endpoints.ts';
import { request } from '../../platform/api/graphql.ts';
import { graphqlQuery } from '../../platform/api/queries.ts';
import { session } from '../../platform/session/session.ts';
import { graphql } from '../../gen/gql.ts';

const groupPermissions = graphql(`
  query groupPermissions($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      archived
      userPermissions {
        createEpic
        createProjects
        createSubgroup
        updateWorkItems
        adminGroupMember
        adminMilestone
        adminLabel
        adminIteration
        adminIterationCadence
      }
    }
  }
`);

const projectPermissions = graphql(`
  query projectPermissions($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      archived
      userPermissions {
        createIssue
        updateWorkItems
        adminProjectMember
        adminMilestone
        adminLabel
      }
    }
  }
`);

/** What the viewer may create and change in a namespace. Unknown permissions are not offered. */
export interface NamespaceAccess {
  createEpic?: boolean;
  createProjects?: boolean;
  createSubgroup?: boolean;
  createIssue?: boolean;
  /** To change items of other users, in it or below. */
  updateWorkItems?: boolean;
  /** To manage the members of a group, or of a project. */
  adminGroupMember?: boolean;
  adminProjectMember?: boolean;
  /** To create, change and delete milestones, labels, iterations and cadences there. */
  adminMilestone?: boolean;
  adminLabel?: boolean;
  adminIteration?: boolean;
  adminIterationCadence?: boolean;
}

const none: NamespaceAccess = {};

/** The query keys of `useNamespaceAccess`, for code that waits until they are settled. */
export function namespaceAccessKeys(kind: NamespaceKind, fullPath: string): QueryKey[] {
  return session().viewer ? [permissionsKey(kind, fullPath)] : [];
}

const permissionsKey = (kind: NamespaceKind, fullPath: string): QueryKey => ['permissions', kind, fullPath];

/** The viewer's permissions in a group or project; none for visitors and without a namespace. */
export function useNamespaceAccess(namespace: NamespaceRef | null): NamespaceAccess {
  return useNamespaceAccessState(namespace).may;
}

/** The same for code outside of components. */
export async function requestAccess({ kind, fullPath }: NamespaceRef, signal: AbortSignal): Promise<NamespaceAccess> {
  if (kind === 'group') return (await request(groupPermissions, { fullPath }, signal)).group?.userPermissions ?? none;
  return (await request(projectPermissions, { fullPath }, signal)).project?.userPermissions ?? none;
}

interface AccessState {
  may: NamespaceAccess;
  /** Everything is read-only, whatever the role. */
  isArchived: boolean;
  isPending: boolean;
}

/** The same, with whether it is still loading. */
export function useNamespaceAccessState(namespace: NamespaceRef | null): AccessState {
  const isSignedIn = session().viewer !== null;
  const fullPath = namespace?.fullPath ?? '';
  const ofGroup = useQuery({
    ...graphqlQuery(permissionsKey('group', fullPath), groupPermissions, { fullPath }),
    enabled: isSignedIn && namespace?.kind === 'group',
  });
  const ofProject = useQuery({
    ...graphqlQuery(permissionsKey('project', fullPath), projectPermissions, { fullPath }),
    enabled: isSignedIn && namespace?.kind === 'project',
  });
  const known = ofGroup.data?.group ?? ofProject.data?.project;
  return {
    may: known?.userPermissions ?? none,
    isArchived: known?.archived === true,
    isPending: ofGroup.isLoading || ofProject.isLoading,
  };
}
