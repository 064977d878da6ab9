import { type QueryKey, useQuery } from '@tanstack/react-query';
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
export interface PlacePermissions {
  createEpic?: boolean;
  createProjects?: boolean;
  createSubgroup?: boolean;
  createIssue?: boolean;
  /** To change what others wrote, there or somewhere below. */
  updateWorkItems?: boolean;
}

const none: PlacePermissions = {};

interface AskedPlace {
  kind: 'group' | 'project';
  fullPath: string;
}

/** The questions of `usePlacePermissions`, for whoever waits until they are answered. */
export function placePermissionKeys(kind: 'group' | 'project', fullPath: string): QueryKey[] {
  return session().viewer ? [permissionsKey(kind, fullPath)] : [];
}

const permissionsKey = (kind: 'group' | 'project', fullPath: string): QueryKey => ['permissions', kind, fullPath];

/** Asks what the viewer may in a group or project; nothing for visitors, and where there is no place. */
export function usePlacePermissions(place: AskedPlace | null): PlacePermissions {
  return useAskedPermissions(place).may;
}

/** The same for whoever has to know whether it is known yet. */
export function useAskedPermissions(place: AskedPlace | null): { may: PlacePermissions; isPending: boolean } {
  const isSignedIn = session().viewer !== null;
  const fullPath = place?.fullPath ?? '';
  const ofGroup = useQuery({
    ...graphqlQuery(permissionsKey('group', fullPath), groupPermissions, { fullPath }),
    enabled: isSignedIn && place?.kind === 'group',
  });
  const ofProject = useQuery({
    ...graphqlQuery(permissionsKey('project', fullPath), projectPermissions, { fullPath }),
    enabled: isSignedIn && place?.kind === 'project',
  });
  return {
    may: ofGroup.data?.group?.userPermissions ?? ofProject.data?.project?.userPermissions ?? none,
    isPending: ofGroup.isLoading || ofProject.isLoading,
  };
}
