import { isServiceAccount, type MaybeProgram } from '@milepost/core/accounts/people';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import { sendJson } from '../../../platform/api/http.ts';
import { restPath, type RestParameters } from '../../../platform/api/rest.ts';
import { graphql } from '../../../gen/gql.ts';
import type { UserType } from '../../../gen/graphql.ts';
import { PersonAvatar } from '../../../ui/text/Avatar.tsx';
import type { PickerOption } from '../../../ui/overlay/Picker.tsx';
import type { OptionsFor } from './fixed-options.ts';
import { iterationTitle } from '../../../ui/field/iteration-title.ts';

/** An option with its display data. */
export interface OptionOf<Shown> extends PickerOption {
  shown: Shown;
}

const homePath = ({ kind, fullPath }: NamespaceRef): string => `/${kind}s/${encodeURIComponent(fullPath)}`;
const parentPath = ({ kind, fullPath }: NamespaceRef): string =>
  kind === 'group' ? fullPath : fullPath.slice(0, fullPath.lastIndexOf('/'));

/** Options requested from the server, cached for a minute. */
function listed(
  name: string,
  home: NamespaceRef,
  load: (search: string, signal: AbortSignal) => Promise<readonly PickerOption[]>,
): OptionsFor {
  return (search) => ({
    queryKey: ['options', name, home, search],
    queryFn: ({ signal }) => load(search, signal),
    staleTime: 60_000,
  });
}

/** One page of a list, long enough to choose from. */
const pageOf = (path: string, parameters: RestParameters): string => restPath(path, { per_page: 50, ...parameters });

export interface ShownPerson {
  id: string;
  name: string;
  username: string;
  type: UserType;
  avatarUrl: string | null;
}

/** Everyone with a role in the item's namespace or above. */
export function peopleOf(home: NamespaceRef): OptionsFor {
  return listed('people', home, async (query, signal) => {
    const sent = await sendJson<
      (MaybeProgram & { id: number; name: string; username: string; avatar_url: string | null })[]
    >(pageOf(`${homePath(home)}/members/all`, { query, without_project_bots: true }), { signal });
    const typed = query.toLowerCase();
    const startsTyped = ({ name, username }: { name: string; username: string }): number =>
      Number([name, username].some((text) => text.toLowerCase().startsWith(typed)));
    // The server finds the text anywhere in a name, and sorts by name.
    sent.sort((one, other) => startsTyped(other) - startsTyped(one));
    return sent.map(({ id, avatar_url: avatarUrl, name, username, ...account }) =>
      personOption({
        id: `gid://gitlab/User/${id}`,
        avatarUrl,
        name,
        username,
        type: isServiceAccount(account) ? 'SERVICE_ACCOUNT' : 'HUMAN',
      }),
    );
  });
}

export function personOption(person: ShownPerson): OptionOf<ShownPerson> {
  return {
    value: person.id,
    title: person.name,
    // Imported accounts often have one name only.
    detail: person.username === person.name ? undefined : `@${person.username}`,
    icon: <PersonAvatar person={person} size={20} />,
    shown: person,
  };
}

export interface ShownMilestone {
  id: string;
  title: string;
  startDate: string | null;
  dueDate: string | null;
  webPath: string;
}

/** The active milestones of the namespace and its ancestors. */
export function milestonesOf(home: NamespaceRef): OptionsFor {
  return listed('milestones', home, async (search, signal) => {
    const sent = await sendJson<
      { id: number; title: string; start_date: string | null; due_date: string | null; web_url: string }[]
    >(pageOf(`${homePath(home)}/milestones`, { search, state: 'active', include_ancestors: true }), { signal });
    return sent.map(({ id, title, start_date: startDate, due_date: dueDate, web_url: url }) =>
      milestoneOption({
        id: `gid://gitlab/Milestone/${id}`,
        title,
        startDate,
        dueDate,
        webPath: URL.canParse(url) ? new URL(url).pathname : url,
      }),
    );
  });
}

export function milestoneOption(milestone: ShownMilestone): OptionOf<ShownMilestone> {
  return { value: milestone.id, title: milestone.title, detail: milestone.dueDate ?? undefined, shown: milestone };
}

export interface ShownEpic {
  id: string;
  title: string;
  webPath: string;
  reference: string;
}

/** Open epics of the whole group hierarchy. `except`: the global id of one to leave out. */
export function epicsOf(home: NamespaceRef, except?: string): OptionsFor {
  const [root = home.fullPath] = home.fullPath.split('/');
  return listed(`epics but ${except ?? 'none'}`, home, async (search, signal) => {
    const sent = await sendJson<{ id: number; title: string; web_url: string; references: { full: string } }[]>(
      pageOf(`/groups/${encodeURIComponent(root)}/epics`, { search, state: 'opened', order_by: 'updated_at' }),
      { signal },
    );
    return sent
      .map(({ id, title, web_url: url, references }) =>
        epicOption({
          id: `gid://gitlab/Epic/${id}`,
          title,
          webPath: new URL(url).pathname,
          reference: references.full,
        }),
      )
      .filter(({ value }) => value !== except);
  });
}

export function epicOption(epic: ShownEpic): OptionOf<ShownEpic> {
  return { value: epic.id, title: epic.title, detail: epic.reference, shown: epic };
}

const iterationsDocument = graphql(`
  query sidebarIterations($fullPath: ID!, $search: String) {
    group(fullPath: $fullPath) {
      id
      iterations(state: opened, includeAncestors: true, search: $search, first: 100) {
        nodes {
          id
          title
          startDate
          dueDate
          iterationCadence {
            id
            title
          }
        }
      }
    }
  }
`);

export interface ShownIteration {
  id: string;
  title: string | null;
  startDate: string | null;
  dueDate: string | null;
  iterationCadence: { id: string; title: string };
}

/** Iterations that are not over, by the titles of their cadences. */
export function iterationsOf(home: NamespaceRef): OptionsFor {
  return (search) => ({
    queryKey: ['options', 'iterations', home, search],
    queryFn: async ({ signal }) => {
      const { group } = await request(
        iterationsDocument,
        { fullPath: parentPath(home), search: search || null },
        signal,
      );
      return byCadence(present(group?.iterations?.nodes)).map(iterationOption);
    },
    staleTime: 60_000,
  });
}

/** Groups of the same cadence title, case-insensitively in alphabetical order. */
export function byCadence<Each extends Pick<ShownIteration, 'iterationCadence' | 'startDate'>>(
  iterations: readonly Each[],
): Each[] {
  return iterations.toSorted(
    (one, other) =>
      one.iterationCadence.title.localeCompare(other.iterationCadence.title, undefined, { sensitivity: 'base' }) ||
      (one.startDate ?? '').localeCompare(other.startDate ?? ''),
  );
}

export function iterationOption(iteration: ShownIteration): OptionOf<ShownIteration> {
  return {
    value: iteration.id,
    title: iterationTitle(iteration),
    group: iteration.iterationCadence.title,
    shown: iteration,
  };
}
