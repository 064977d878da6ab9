import type { NotificationEvent, NamespaceNotificationLevel } from '@milepost/core/notifications/notifications';
import type { NamespaceKind } from '../../platform/api/endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { NotFoundError } from '../../platform/api/errors.ts';
import { accepted, request } from '../../platform/api/graphql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { restPath, restQuery } from '../../platform/api/rest.ts';
import { graphql } from '../../gen/gql.ts';
import type { ItemAddress } from '../custom-fields/api.ts';

const issueSubscribed = graphql(`
  query issueSubscribed($fullPath: ID!, $iid: String) {
    namespace: project(fullPath: $fullPath) {
      id
      issuable: issue(iid: $iid) {
        id
        subscribed
      }
    }
  }
`);

const epicSubscribed = graphql(`
  query epicSubscribed($fullPath: ID!, $iid: ID) {
    namespace: group(fullPath: $fullPath) {
      id
      issuable: epic(iid: $iid) {
        id
        subscribed
      }
    }
  }
`);

const projectIssueSetSubscription = graphql(`
  mutation projectIssueSetSubscription($fullPath: ID!, $iid: String!, $subscribedState: Boolean!) {
    updateIssuableSubscription: issueSetSubscription(
      input: { projectPath: $fullPath, iid: $iid, subscribedState: $subscribedState }
    ) {
      issue {
        id
        subscribed
      }
      errors
    }
  }
`);

const epicSetSubscription = graphql(`
  mutation epicSetSubscription($input: EpicSetSubscriptionInput!) {
    updateIssuableSubscription: epicSetSubscription(input: $input) {
      epic {
        id
        subscribed
      }
      errors
    }
  }
`);

/** Below the item's own key, so that a change of the item invalidates it. */
const keyOf = (name: string, { kind, fullPath, iid }: ItemAddress) => [kind, fullPath, iid, name];

/** Whether the viewer is subscribed to an item. */
export function subscribedQuery(itemAddress: ItemAddress) {
  const { kind, fullPath, iid } = itemAddress;
  return queryOptions({
    queryKey: keyOf('subscribed', itemAddress),
    queryFn: async ({ signal }): Promise<boolean> => {
      const answer =
        kind === 'epic'
          ? await request(epicSubscribed, { fullPath, iid }, signal)
          : await request(issueSubscribed, { fullPath, iid }, signal);
      if (!answer.namespace?.issuable) throw new NotFoundError('Item');
      return answer.namespace.issuable.subscribed;
    },
  });
}

/** Throws if refused. */
export async function setSubscribed({ kind, fullPath, iid }: ItemAddress, subscribedState: boolean): Promise<void> {
  if (kind === 'epic') {
    const { updateIssuableSubscription } = await request(epicSetSubscription, {
      input: { groupPath: fullPath, iid, subscribedState },
    });
    accepted(updateIssuableSubscription, 'epic');
    return;
  }
  const { updateIssuableSubscription } = await request(projectIssueSetSubscription, { fullPath, iid, subscribedState });
  accepted(updateIssuableSubscription, 'issue');
}

const issueParticipants = graphql(`
  query issueParticipants($fullPath: ID!, $iid: String!) {
    namespace: project(fullPath: $fullPath) {
      id
      issuable: issue(iid: $iid) {
        id
        participants {
          edges {
            node {
              id
              name
              username
              avatarUrl
              type
              webUrl
            }
          }
        }
      }
    }
  }
`);

const epicParticipants = graphql(`
  query epicParticipants($fullPath: ID!, $iid: ID) {
    namespace: group(fullPath: $fullPath) {
      id
      issuable: epic(iid: $iid) {
        id
        participants {
          edges {
            node {
              id
              name
              username
              avatarUrl
              type
              webUrl
            }
          }
        }
      }
    }
  }
`);

export interface Participant {
  id: string;
  name: string;
  username: string;
  type?: string | null;
  avatarUrl?: string | null;
  webUrl: string;
}

/** The participants of an item, in order. */
export function participantsQuery(itemAddress: ItemAddress) {
  const { kind, fullPath, iid } = itemAddress;
  return queryOptions({
    queryKey: keyOf('participants', itemAddress),
    queryFn: async ({ signal }): Promise<Participant[]> => {
      const answer =
        kind === 'epic'
          ? await request(epicParticipants, { fullPath, iid }, signal)
          : await request(issueParticipants, { fullPath, iid }, signal);
      const edges = answer.namespace?.issuable?.participants?.edges ?? [];
      return edges.flatMap((edge) => (edge?.node ? [edge.node] : []));
    },
  });
}

/** Events that are on and off, with the level `custom` alone. */
export type EventChoices = Partial<Record<NotificationEvent, boolean>>;

/** A change of a level; omitted fields are unchanged. */
export type LevelChange = { level?: string } & EventChoices;

export interface NotificationSettings {
  level: string;
  events?: EventChoices;
  notification_email: string | null;
  /** The levels of single groups and projects. */
  namespaces: NamespaceNotifications[];
}

/** A group or project, as far as its level needs to know. */
export interface NamespaceNotifications {
  kind: NamespaceKind;
  full_path: string;
  full_name: string;
  level: NamespaceNotificationLevel;
  events?: EventChoices;
}

/** Sets the viewer's notification level of one group or project. */
export function saveNamespaceLevel(
  { kind, full_path: path }: NamespaceNotifications,
  change: LevelChange,
): Promise<unknown> {
  const url = restPath(`/${kind}s/${encodeURIComponent(path)}/notification_settings`);
  return sendJson(url, { method: 'PUT', body: change });
}

/** The viewer's e-mail notification settings. */
export const notificationSettingsQuery = restQuery<NotificationSettings>(
  ['notification-settings'],
  '/notification_settings',
);

export function saveNotificationLevel(change: LevelChange): Promise<NotificationSettings> {
  return sendJson(restPath('/notification_settings'), { method: 'PUT', body: change });
}
