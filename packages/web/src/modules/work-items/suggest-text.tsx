import { shortReference } from '@milepost/core/text/references';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { sendJson } from '../../platform/api/http.ts';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import type { Suggestion, SuggestText } from '../../ui/editor/editor-suggest.ts';
import { noMatchQuery } from '../members/invite.ts';
import { endpointOf, type TextContext } from './text-context.ts';
import styles from './suggest-text.module.css';

/** The shown fields of each source's response. */
interface Row {
  username?: string;
  name?: string;
  avatar_url?: string | null;
  service_account?: boolean;
  iid?: number;
  title?: string;
  reference?: string;
  color?: string;
  emoji?: string;
  due_date?: string | null;
  description?: string;
  params?: readonly string[];
}

interface Source {
  name: string;
  show(row: Row): Suggestion;
}

const item = (row: Row): Suggestion => ({
  key: row.reference ?? '',
  insert: row.reference ?? '',
  title: row.reference ?? '',
  detail: row.title,
});

const sources: Readonly<Record<string, Source>> = {
  '@': {
    name: 'members',
    show: ({ username = '', name = '', avatar_url, service_account }) => ({
      key: username,
      insert: `@${username}`,
      title: name,
      detail: `@${username}`,
      icon: <PersonAvatar person={{ name, avatar_url, service_account }} size={20} />,
    }),
  },
  '#': { name: 'issues', show: item },
  '&': { name: 'epics', show: item },
  '~': {
    name: 'labels',
    show: ({ title = '', color }) => ({
      key: title,
      insert: shortReference({ kind: 'label', path: null, name: title }),
      title,
      icon: <span className={styles.color} style={{ background: color }} aria-hidden />,
    }),
  },
  '%': {
    name: 'milestones',
    show: ({ title = '', due_date: due }) => ({
      key: title,
      insert: shortReference({ kind: 'milestone', path: null, name: title }),
      title,
      detail: due ?? undefined,
    }),
  },
  ':': {
    name: 'emojis',
    show: ({ name = '', emoji = '' }) => ({
      key: name,
      insert: `:${name}:`,
      title: `:${name}:`,
      icon: <span aria-hidden>{emoji}</span>,
    }),
  },
  '/': {
    name: 'commands',
    show: ({ name = '', description, params = [] }) => ({
      key: name,
      insert: `/${name}`,
      title: `/${name}${params.length > 0 ? ` ${params[0] ?? ''}` : ''}`,
      detail: description,
    }),
  },
};

/** The cache lifetime of suggestions: people and labels rarely change while writing. */
const FRESH_MS = 60_000;

/** The suggestions for a text of an item, cached for a minute. */
export function useSuggestText(context: TextContext): SuggestText {
  const client = useQueryClient();
  const intl = useIntl();
  const { fullPath, kind, type, iid, isConfidential, hasActions } = context;
  return useMemo(
    () => suggestText(client, intl, { fullPath, kind, type, iid, isConfidential, hasActions }),
    [client, intl, fullPath, kind, type, iid, isConfidential, hasActions],
  );
}

function suggestText(client: QueryClient, intl: IntlShape, context: TextContext): SuggestText {
  return {
    signs: Object.keys(sources)
      .filter((sign) => sign !== '/' || context.hasActions !== false)
      .join(''),
    async find(sign, typed) {
      const source = sources[sign];
      if (!source) return [];
      const address = sourceAddress(context, source.name, typed.replaceAll('"', ''));
      const rows = await client.fetchQuery({
        queryKey: ['suggestions', address],
        queryFn: ({ signal }) => sendJson<Row[]>(address, { signal }),
        staleTime: FRESH_MS,
        retry: false,
      });
      if (sign !== '@' || typed === '' || rows.length > 0) return rows.map((row) => source.show(row));
      const { text, offer } = await client.fetchQuery(noMatchQuery(context, intl));
      return [
        { key: '', insert: '', title: offer?.title(typed) ?? text, perform: offer && (() => offer.perform(typed)) },
      ];
    },
  };
}

function sourceAddress(context: TextContext, name: string, search: string): string {
  const parameters = new URLSearchParams({ search, type: context.type });
  if (context.iid !== null) parameters.set('type_id', String(context.iid));
  if (context.isConfidential && (name === 'issues' || name === 'epics')) parameters.set('confidential_only', 'true');
  return `${endpointOf(context)}/autocomplete_sources/${name}?${parameters.toString()}`;
}
