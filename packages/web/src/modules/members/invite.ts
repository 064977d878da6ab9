import { type QueryKey, useQuery } from '@tanstack/react-query';
import { defineMessage, type IntlShape, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { goTo } from '../../platform/navigation/navigation.ts';
import { session } from '../../platform/session/session.ts';
import type { NoMatch } from '../../ui/list/no-match.ts';
import { requestAccess } from '../namespaces/permissions.ts';

const messages = {
  invite: defineMessage<{ text: string }>({ id: 'members.inviteTyped', defaultMessage: 'Invite {text}' }),
  none: defineMessage({ id: 'members.noMatches', defaultMessage: 'No matches' }),
};

/** What a list of people says where nobody matches: users who may invite get an offer to do so. */
export function noMatchQuery({ kind, fullPath }: NamespaceRef, { formatMessage, locale }: IntlShape) {
  const queryKey: QueryKey = ['may-invite', kind, fullPath, locale];
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NoMatch> => {
      const may = session().viewer ? await requestAccess({ kind, fullPath }, signal) : {};
      const isAllowed = kind === 'group' ? may.adminGroupMember : may.adminProjectMember;
      const page = kind === 'group' ? 'groupMembers' : 'projectMembers';
      return {
        text: formatMessage(messages.none),
        offer: isAllowed
          ? {
              title: (text) => formatMessage(messages.invite, { text }),
              // The members page opens its dialog with this text.
              perform: (text) => goTo({ page, fullPath }, { search: { invite: text } }),
            }
          : null,
      };
    },
    staleTime: 60_000,
    retry: false,
  };
}

/** The same for an open list; null without a namespace, and until it is known. */
export function useNoMatch(home: NamespaceRef | null): NoMatch | null {
  const query = noMatchQuery(home ?? { kind: 'group', fullPath: '' }, useIntl());
  return useQuery({ ...query, enabled: home !== null }).data ?? null;
}
