import { FolderKanban, Keyboard, Layers2, type LucideIcon, Users } from 'lucide-react';
import { useIntl } from 'react-intl';
import { graphql } from '../../gen/gql.ts';
import { sendJson } from '../../platform/api/http.ts';
import { request } from '../../platform/api/graphql.ts';
import type { Target } from '../../platform/navigation/navigation.ts';
import { restPath } from '../../platform/api/rest.ts';
import { shortcutsOfPage } from '../../platform/shortcuts/registry.ts';
import { shortReference } from '../../modules/work-items/reference.ts';
import type { NamespaceSummary } from '../../modules/namespaces/summary.ts';
import { sectionsFor, sectionMessages } from '../navigation/sections.ts';
import { useSearched } from '../../platform/api/use-searched.ts';

/** One entry of the palette: an address, or an action of the page. */
export interface Entry {
  key: string;
  title: string;
  end: string;
  icon: LucideIcon;
  act: { to: Target } | { perform(): void };
  /** A result of an earlier text: it stays visible until the answer arrives, but cannot be chosen. */
  isOutdated?: boolean;
}

export interface EntryGroup {
  title: string;
  entries: readonly Entry[];
}

const paletteEpics = graphql(`
  query paletteEpics($fullPath: ID!, $search: String) {
    group(fullPath: $fullPath) {
      id
      epics(search: $search, in: [TITLE], state: all, first: 6, includeDescendantGroups: true) {
        nodes {
          id
          iid
          title
          webPath
          reference(full: true)
        }
      }
    }
  }
`);

interface FoundNamespace {
  id: number;
  name: string;
  full_path?: string;
  path_with_namespace?: string;
}

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

/**
 * The results for a text: sections of the current namespace, shortcuts of the page and, from two letters on, epics, groups and
 * projects.
 */
export function useEntries(typed: string, namespace: NamespaceSummary | null): Found {
  const { formatMessage } = useIntl();
  const search = typed.trim();
  const isAsked = search.length >= leastLetters;
  const found = useSearched(
    (debounced) => ({
      queryKey: ['palette', debounced, namespace?.fullPath],
      queryFn: ({ signal }) => find(debounced, namespace, signal),
      enabled: debounced.length >= leastLetters,
      staleTime: 30_000,
    }),
    typed,
    rest,
  );
  const sections = sectionsFor(namespace).map((section): Entry => ({
    key: section.page,
    title: formatMessage(section.title),
    end: namespace?.name ?? '',
    icon: section.icon,
    act: { to: { page: section.page, fullPath: namespace?.fullPath ?? '' } },
  }));
  const home: Entry = {
    key: 'home',
    title: formatMessage(sectionMessages.groups),
    end: '',
    icon: Users,
    act: { to: { page: 'home' } },
  };
  const lower = search.toLowerCase();
  const matching = (entries: readonly Entry[]): Entry[] =>
    entries.filter((entry) => entry.title.toLowerCase().includes(lower));
  // The palette offers the keyboard shortcuts of the page as actions.
  const actions = shortcutsOfPage().flatMap(({ keys, title, perform }): Entry[] =>
    perform ? [{ key: `action ${keys}`, title, end: keys, icon: Keyboard, act: { perform } }] : [],
  );
  const answers = isAsked ? found.data : undefined;
  const answered = (entries: readonly Entry[] = []): readonly Entry[] =>
    found.searchState === 'outdated' ? entries.map((entry) => ({ ...entry, isOutdated: true })) : entries;
  const groups: EntryGroup[] = [
    { title: formatMessage(sectionMessages.epics), entries: answered(answers?.epics) },
    { title: formatMessage({ id: 'palette.groups', defaultMessage: 'Groups' }), entries: answered(answers?.groups) },
    {
      title: formatMessage({ id: 'palette.projects', defaultMessage: 'Projects' }),
      entries: answered(answers?.projects),
    },
    { title: formatMessage({ id: 'palette.goTo', defaultMessage: 'Go to' }), entries: matching([...sections, home]) },
    { title: formatMessage({ id: 'palette.actions', defaultMessage: 'On this page' }), entries: matching(actions) },
  ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    isSearching: isAsked && found.isFetching,
    isBehind: isAsked && (found.isBehind || found.isPending),
    error: found.error,
  };
}

async function find(
  search: string,
  namespace: NamespaceSummary | null,
  signal: AbortSignal,
): Promise<{ epics: Entry[]; groups: Entry[]; projects: Entry[] }> {
  const [epics, groups, projects] = await Promise.all([
    findEpics(search, namespace, signal),
    sendJson<FoundNamespace[]>(restPath('/groups', { search, archived: false, per_page: 5 }), { signal }),
    sendJson<FoundNamespace[]>(restPath('/projects', { search, archived: false, per_page: 5, simple: true }), {
      signal,
    }),
  ]);
  return {
    epics,
    groups: groups.map(({ id, name, full_path: fullPath = '' }) => ({
      key: `group ${id}`,
      title: name,
      end: fullPath,
      icon: Users,
      act: { to: { page: 'group', fullPath } },
    })),
    projects: projects.map(({ id, name, path_with_namespace: fullPath = '' }) => ({
      key: `project ${id}`,
      title: name,
      end: fullPath,
      icon: FolderKanban,
      act: { to: { page: 'project', fullPath } },
    })),
  };
}

/** Epics are searched in the whole top-level group of the current namespace. */
async function findEpics(search: string, namespace: NamespaceSummary | null, signal: AbortSignal): Promise<Entry[]> {
  const fullPath = namespace?.trail[0]?.fullPath;
  if (fullPath === undefined) return [];
  const { group } = await request(paletteEpics, { fullPath, search }, signal);
  return (group?.epics?.nodes ?? []).flatMap((epic) =>
    epic
      ? [
          {
            key: epic.id,
            title: epic.title ?? '',
            end: shortReference(epic.reference, fullPath),
            icon: Layers2,
            act: { to: epic.webPath },
          },
        ]
      : [],
  );
}
