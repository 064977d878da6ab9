import { type AuditEntityType, type AuditKind, auditKinds } from '@milepost/core/accounts/audit';
import { parseDay } from '@milepost/core/days';
import { infiniteQueryOptions, type UseQueryOptions } from '@tanstack/react-query';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { send, sendJson } from '../../platform/api/http.ts';
import { type RestParameters, restPath } from '../../platform/api/rest.ts';
import { type SearchParameters, textOf } from '../../platform/navigation/search.ts';
import type { PickerOption } from '../../ui/overlay/Picker.tsx';
import type { RestGroup, RestProject } from '../../modules/namespaces/api.ts';

export interface AuditEvent {
  id: number;
  author_name: string;
  /** Null if the account is gone, or nobody was signed in. */
  author_username: string | null;
  author_service_account?: boolean;
  entity_type: AuditEntityType;
  /** The path or username as it is now; null if the object is gone. */
  entity_current_path: string | null;
  event_name: AuditKind;
  details: {
    custom_message?: string;
    change?: string;
    from?: string | null;
    to?: string | null;
    target_details: string;
    ip_address: string | null;
    /** The administrator who acted as the author. */
    impersonator_name?: string;
    /** As it was at that time. */
    entity_path: string | null;
  };
  created_at: string;
}

/** The filters as they are in the address; an empty text is none. */
export interface AuditSearch {
  /** A username. */
  author: string;
  /** A kind of events. */
  event: string;
  /** A path, a username after `@`, or `-` for the installation. */
  object: string;
  from: string;
  to: string;
}

/** The object of events that belong to no account, group or project. */
export const INSTALLATION = '-';
export const noFilters: AuditSearch = { author: '', event: '', object: '', from: '', to: '' };

/** Unknown kinds and invalid days count as absent. */
export function parseAuditSearch(parameters: SearchParameters): AuditSearch {
  const dayOf = (name: string): string => (parseDay(textOf(parameters, name)) === null ? '' : textOf(parameters, name));
  return {
    author: textOf(parameters, 'author'),
    event: auditKinds.find((kind) => kind === textOf(parameters, 'event')) ?? '',
    object: textOf(parameters, 'object'),
    from: dayOf('from'),
    to: dayOf('to'),
  };
}

const PAGE_SIZE = 50;

/** Null: the log of the installation. */
const pathOf = (log: NamespaceRef | null): string =>
  log === null ? '/audit_events' : `/${log.kind}s/${encodeURIComponent(log.fullPath)}/audit_events`;

function parametersOf({ author, event, object, from, to }: AuditSearch): RestParameters {
  return {
    author_username: author,
    event_type: event,
    ...(object === INSTALLATION ? { entity_type: 'Gitlab::Audit::InstanceScope' } : { entity_path: object }),
    created_after: timeOf(from, 0),
    created_before: timeOf(to, 1),
  };
}

/** The beginning of a day in the viewer's time zone, or with `days` its end. */
function timeOf(text: string, days: 0 | 1): string | undefined {
  if (text === '') return undefined;
  const time = new Date(`${text}T00:00:00`);
  time.setDate(time.getDate() + days);
  return new Date(time.getTime() - days).toISOString();
}

interface EventsPage {
  events: AuditEvent[];
  next: string | null;
}

/** The events of a log that match, newest first, page by page. */
export function eventsPages(log: NamespaceRef | null, search: AuditSearch) {
  const parameters = { ...parametersOf(search), pagination: 'keyset', per_page: PAGE_SIZE };
  return infiniteQueryOptions({
    queryKey: ['audit', log, parameters],
    queryFn: async ({ signal, pageParam }): Promise<EventsPage> => {
      const response = await send(restPath(pathOf(log), { ...parameters, cursor: pageParam }), { signal });
      const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      return {
        events: (await response.json()) as AuditEvent[],
        next: next === undefined ? null : new URL(next).searchParams.get('cursor'),
      };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** Where the same events are as CSV. */
export const csvAddress = (log: NamespaceRef | null, search: AuditSearch): string =>
  restPath(`${pathOf(log)}.csv`, parametersOf(search));

interface RestUser {
  name: string;
  username: string;
}

type Options = UseQueryOptions<readonly PickerOption[]>;
const SUGGESTIONS = 20;

const fetchUsers = (search: string, signal: AbortSignal): Promise<RestUser[]> =>
  sendJson(restPath('/users', { search, per_page: SUGGESTIONS }), { signal });

/** Accounts by name. */
export const peopleOptions = (search: string): Options => ({
  queryKey: ['audit-people', search],
  queryFn: async ({ signal }) =>
    (await fetchUsers(search, signal)).map(({ name, username }) => ({
      value: username,
      title: name,
      detail: `@${username}`,
    })),
});

/** Groups and projects by name: those below a group, or all, and the accounts. `headings`: of each kind. */
export function objectOptions(
  log: NamespaceRef | null,
  search: string,
  headings: Record<'groups' | 'projects' | 'people', string>,
): Options {
  const below = log === null ? '' : `/groups/${encodeURIComponent(log.fullPath)}`;
  const parameters = { search, per_page: SUGGESTIONS };
  return {
    queryKey: ['audit-objects', log, search],
    queryFn: async ({ signal }) => {
      const [groups, projects, people] = await Promise.all([
        sendJson<RestGroup[]>(
          restPath(log ? `${below}/descendant_groups` : '/groups', { ...parameters, all_available: true }),
          { signal },
        ),
        sendJson<RestProject[]>(
          restPath(`${below}/projects`, { ...parameters, ...(log && { include_subgroups: true }) }),
          { signal },
        ),
        log ? [] : fetchUsers(search, signal),
      ]);
      return [
        ...groups.map((each) => optionOf(each.full_path, each.full_name, headings.groups)),
        ...projects.map((each) => optionOf(each.path_with_namespace, each.name_with_namespace, headings.projects)),
        ...people.map(({ name, username }) => optionOf(`@${username}`, name, headings.people)),
      ];
    },
  };
}

const optionOf = (value: string, title: string, group: string): PickerOption => ({
  value,
  title,
  detail: value,
  group,
});
