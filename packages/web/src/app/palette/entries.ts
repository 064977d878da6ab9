import { CircleDot, FolderKanban, Keyboard, Layers2, type LucideIcon, Plus, Search, User, Users } from 'lucide-react';
import { type MessageDescriptor, useIntl } from 'react-intl';
import { graphql } from '../../gen/gql.ts';
import { present, request } from '../../platform/api/graphql.ts';
import { hrefOf, type Target } from '../../platform/navigation/navigation.ts';
import type { GroupPage, ProjectPage } from '../../platform/navigation/routes.ts';
import type { SearchChange } from '../../platform/navigation/search.ts';
import { session } from '../../platform/session/session.ts';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import { recentItems } from '../../modules/work-items/recent-items.ts';
import { useNamespaceAccessState } from '../../modules/namespaces/permissions.ts';
import { homeOf, type NamespaceSummary, recentNamespaces } from '../../modules/namespaces/summary.ts';
import { plainPages } from '../navigation/plain-pages.ts';
import { sectionsFor, sectionMessages } from '../navigation/sections.ts';
import { defineMessages } from '../../ui/text/messages.ts';
import { useSearched } from '../../platform/api/use-searched.ts';

/** One entry of the palette: an address, or an action of the page. */
export interface Entry {
  key: string;
  title: string;
  end: string;
  icon: LucideIcon;
  /** The matched parts of the title, if the server found it. */
  ranges?: readonly { start: number; end: number }[];
  act: { to: Target } | { perform(): void };
  /** A result of an earlier text: it stays visible until the answer arrives, but cannot be chosen. */
  isOutdated?: boolean;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}

const paletteSearch = graphql(`
  query paletteSearch($search: String!) {
    epics: search(search: $search, scope: EPICS) {
      results(first: 5) {
        nodes {
          ...PaletteResult
        }
      }
    }
    issues: search(search: $search, scope: ISSUES) {
      results(first: 5) {
        nodes {
          ...PaletteResult
        }
      }
    }
    people: search(search: $search, scope: USERS) {
      results(first: 5) {
        nodes {
          ...PaletteResult
        }
      }
    }
    namespaces: search(search: $search, scope: PROJECTS) {
      results(first: 5) {
        nodes {
          ...PaletteResult
        }
      }
    }
  }

  fragment PaletteResult on SearchResult {
    id
    kind
    title
    titleRanges {
      start
      end
    }
    webPath
    reference
  }
`);

/** The minimum length of a text for a server request. */
const leastLetters = 2;
/** The debounce of typing, in milliseconds. */
const rest = 150;

export interface Found {
  groups: EntryGroup[];
  isSearching: boolean;
  /** The server's results for this text are pending: those shown belong to an earlier text, or there are none. */
  isBehind: boolean;
  error: unknown;
}

/** Entries of a group. */
const MAX_ENTRIES = 5;

/**
 * What can be chosen for a text: recent namespaces and items, sections and shortcuts at once; from two letters on items, people,
 * groups and projects that the server finds, below them, so that an entry in focus stays where it is.
 */
export function useEntries(typed: string, namespace: NamespaceSummary | null): Found {
  const { formatMessage } = useIntl();
  const search = typed.trim();
  const isAsked = search.length >= leastLetters;
  const { may } = useNamespaceAccessState(namespace);
  const found = useSearched(
    (debounced) => ({
      queryKey: ['palette', debounced],
      queryFn: ({ signal }) => find(debounced, signal),
      enabled: debounced.length >= leastLetters,
      staleTime: 30_000,
    }),
    typed,
    rest,
  );
  const fullPath = namespace?.fullPath ?? '';
  const place = (
    page: GroupPage | ProjectPage,
    title: MessageDescriptor,
    icon: LucideIcon,
    search?: SearchChange,
  ): Entry => ({
    key: page,
    title: formatMessage(title),
    end: namespace?.name ?? '',
    icon,
    act: { to: hrefOf({ page, fullPath }, search) },
  });
  const sections = sectionsFor(namespace).map(({ page, title, icon, search: opens }) =>
    place(page, title, icon, opens),
  );
  const pages = plainPages().map(({ page, title, icon }): Entry => ({
    key: page,
    title: formatMessage(title),
    end: '',
    icon,
    act: { to: { page } },
  }));
  const commands = namespace
    ? [
        ...(may.createEpic ? [place('newEpic', sectionMessages.newEpic, Plus)] : []),
        ...(namespace.kind === 'group' && session().viewer
          ? [place('newGroupIssue', sectionMessages.newIssue, Plus)]
          : []),
        ...(may.createIssue ? [place('newIssue', sectionMessages.newIssue, Plus)] : []),
      ]
    : [];
  const lower = search.toLowerCase();
  const matching = (entries: readonly Entry[]): Entry[] =>
    entries.filter((entry) => entry.title.toLowerCase().includes(lower));
  // The palette offers the keyboard shortcuts of the page as actions.
  const actions = shortcutsOfPage().flatMap(({ keys, title, perform }): Entry[] =>
    perform ? [{ key: `action ${keys} ${title}`, title, end: keys, icon: Keyboard, act: { perform } }] : [],
  );
  const answers = isAsked ? found.data : undefined;
  const answered = (entries: readonly Entry[] = []): readonly Entry[] =>
    found.searchState === 'outdated' ? entries.map((entry) => ({ ...entry, isOutdated: true })) : entries;
  const whole: Entry[] = isAsked
    ? [
        {
          key: 'search',
          title: formatMessage(messages.search, { search }),
          end: '',
          icon: Search,
          act: { to: `/search?search=${encodeURIComponent(search)}` },
        },
      ]
    : [];
  // Without a text, the sections of the present namespace come first: Enter after opening goes there.
  const local: EntryGroup[] = [
    {
      title: formatMessage(messages.goTo),
      entries: matching([...sections, ...pages]).slice(0, isAsked ? MAX_ENTRIES : 20),
    },
    {
      title: formatMessage(messages.actions),
      entries: matching([...commands, ...actions]).slice(0, isAsked ? MAX_ENTRIES : 20),
    },
    { title: formatMessage(messages.recent), entries: matching(recentEntries()).slice(0, MAX_ENTRIES) },
  ];
  const served: EntryGroup[] = [
    { title: formatMessage(sectionMessages.epics), entries: answered(answers?.epics) },
    { title: formatMessage(sectionMessages.issues), entries: answered(answers?.issues) },
    { title: formatMessage(messages.people), entries: answered(answers?.people) },
    { title: formatMessage(messages.namespaces), entries: answered(answers?.namespaces) },
    { title: formatMessage(messages.everything), entries: whole },
  ];
  return {
    groups: [...local, ...served].filter(({ entries }) => entries.length > 0),
    isSearching: isAsked && found.isFetching,
    isBehind: isAsked && (found.isBehind || found.isPending),
    error: found.error,
  };
}

const messages = defineMessages({
  goTo: { id: 'palette.goTo', defaultMessage: 'Go to' },
  actions: { id: 'palette.actions', defaultMessage: 'On this page' },
  recent: { id: 'palette.recent', defaultMessage: 'Recent' },
  people: { id: 'palette.people', defaultMessage: 'People' },
  namespaces: { id: 'palette.namespaces', defaultMessage: 'Groups and projects' },
  everything: { id: 'palette.everything', defaultMessage: 'Search' },
  search: { id: 'palette.search', defaultMessage: 'Search for “{search}”' },
});

/** The items and namespaces that this browser showed last. */
function recentEntries(): Entry[] {
  const items = recentItems.get().map(({ path, title, reference }): Entry => ({
    key: `recent ${path}`,
    title,
    end: reference,
    icon: reference.includes('&') ? Layers2 : CircleDot,
    act: { to: path },
  }));
  const namespaces = recentNamespaces.get().map((namespace): Entry => ({
    key: `recent ${namespace.fullPath}`,
    title: namespace.name,
    end: namespace.fullPath,
    icon: namespace.kind === 'group' ? Users : FolderKanban,
    act: { to: homeOf(namespace) },
  }));
  // A few of each: items first, because they are left for other items.
  return [...items.slice(0, 3), ...namespaces.slice(0, 2), ...items.slice(3), ...namespaces.slice(2)];
}

const icons = { EPIC: Layers2, GROUP: Users, PROJECT: FolderKanban, USER: User } as const;

async function find(
  search: string,
  signal: AbortSignal,
): Promise<Record<'epics' | 'issues' | 'people' | 'namespaces', Entry[]>> {
  const { epics, issues, people, namespaces } = await request(paletteSearch, { search }, signal);
  const entriesOf = ({ results }: typeof epics): Entry[] =>
    present(results.nodes).map(({ id, kind, title, titleRanges, webPath, reference }) => ({
      key: id,
      title,
      ranges: titleRanges,
      end: reference,
      icon: icons[kind as keyof typeof icons] ?? CircleDot,
      act: { to: webPath },
    }));
  return {
    epics: entriesOf(epics),
    issues: entriesOf(issues),
    people: entriesOf(people),
    namespaces: entriesOf(namespaces),
  };
}
