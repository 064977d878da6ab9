import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { NamespaceKind, NamespaceRef } from '../../platform/api/endpoints.ts';
import { graphqlQuery } from '../../platform/api/queries.ts';
import { session } from '../../platform/session/session.ts';
import { graphql } from '../../gen/gql.ts';

const groupPermissions = graphql(`
  query groupPermissions($fullPath: ID!) {
    group(fullPath: $fullPath) {
      id
      userPermissions {
        createEpic
        createProjects
        createSubgroup
        updateWorkItems
      }
    }
  }
`);

const projectPermissions = graphql(`
  query projectPermissions($fullPath: ID!) {
    project(fullPath: $fullPath) {
      id
      userPermissions {
        createIssue
        updateWorkItems
      }
    }
  }
`);

/** What the viewer may make and change in a place. What is not known yet is not offered. */
export interface NamespaceAccess {
  createEpic?: boolean;
  createProjects?: boolean;
  createSubgroup?: boolean;
  createIssue?: boolean;
  /** To change what others wrote, there or somewhere below. */
  updateWorkItems?: boolean;
}

const none: NamespaceAccess = {};

/** The questions of `useNamespaceAccess`, for whoever waits until they are answered. */
export function namespaceAccessKeys(kind: NamespaceKind, fullPath: string): QueryKey[] {
  return session().viewer ? [permissionsKey(kind, fullPath)] : [];
}

const permissionsKey = (kind: NamespaceKind, fullPath: string): QueryKey => ['permissions', kind, fullPath];

/** Asks what the viewer may in a group or project; nothing for visitors, and where there is no place. */
export function useNamespaceAccess(namespace: NamespaceRef | null): NamespaceAccess {
  return useNamespaceAccessState(namespace).may;
}

/** The same for whoever has to know whether it is known yet. */
export function useNamespaceAccessState(namespace: NamespaceRef | null): { may: NamespaceAccess; isPending: boolean } {
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
  return {
    may: ofGroup.data?.group?.userPermissions ?? ofProject.data?.project?.userPermissions ?? none,
    isPending: ofGroup.isLoading || ofProject.isLoading,
  };
}
