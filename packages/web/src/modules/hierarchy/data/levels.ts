import { numberOfId } from '@milepost/core/global-ids';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { takeAnsweredTo, takeOrRequest } from '../../../platform/api/prefetch.ts';
import { NotFoundError } from '../../../platform/api/errors.ts';
import { present, request } from '../../../platform/api/graphql.ts';
import type { ChildItemsQuery } from '../../../gen/graphql.ts';
import {
  type Below,
  type Rights,
  readBelow,
  readTreeEpic,
  readTreeIssue,
  readTreeTask,
  type TreeItem,
} from './items.ts';
import { childItems, childItemsVariables, childTasks, type Cursors, start } from './operations.ts';

/** The parent: an epic of a group, or an issue by its number. */
export type Parent = { kind: 'epic'; fullPath: string; iid: string } | { kind: 'issue'; id: number };

/** A potential parent epic, with the data that the forms need. */
export interface Holder extends Rights {
  id: string;
  title: string;
  isConfidential: boolean;
  allowSubEpics: boolean;
  group: { id: number; fullName: string; fullPath: string };
  defaultProject: { id: number; name: string } | null;
}

/** The facts and permissions of the tree's own epic. */
export interface Facts extends Holder {
  below: Below;
}

/** The children of one parent, as far as they are loaded. */
export interface Level {
  /** In their order. */
  items: readonly TreeItem[];
  next: Cursors | null;
  pages: number;
  facts: Facts | null;
}

interface Page extends Omit<Level, 'pages'> {}

/** The store of loaded levels. Not a cache across pages: opening a tree always requests it. */
export function levelKey(parent: Parent): readonly string[] {
  const name = parent.kind === 'epic' ? `${parent.fullPath}&${parent.iid}` : `issue ${parent.id}`;
  return ['children', name];
}

/** `withFacts`: for the tree's own epic. A refetch covers the pages that were loaded. */
export function levelQuery(client: QueryClient, parent: Parent, withFacts: boolean) {
  const queryKey = levelKey(parent);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Level> => {
      const pages = client.getQueryData<Level>(queryKey)?.pages ?? 1;
      let level = asLevel(await fetchPage(parent, start, withFacts, signal));
      // Each page has the cursor of the next.
      while (level.pages < pages && level.next) {
        level = grown(level, await fetchPage(parent, level.next, false, signal));
      }
      return level;
    },
    initialData: () => {
      if (parent.kind !== 'epic') return undefined;
      const early = takeAnsweredTo(childItems, childItemsVariables(parent.fullPath, parent.iid, start, withFacts));
      return early?.group?.epic ? asLevel(readChildren(early.group.epic, withFacts)) : undefined;
    },
    // Reopening a level shows the cached one; a change invalidates the key.
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Prefetches the children of an epic when its page is opened, for the tree. */
export function usePrefetchChildren(fullPath: string, iid: string): void {
  const client = useQueryClient();
  useQuery({ ...levelQuery(client, { kind: 'epic', fullPath, iid }, true), notifyOnChangeProps: [] });
}

/** Loads the next page of each kind that has one. */
export async function fetchMore(client: QueryClient, parent: Parent): Promise<void> {
  const queryKey = levelKey(parent);
  const level = client.getQueryData<Level>(queryKey);
  if (!level?.next) return;
  const page = await fetchPage(parent, level.next, false);
  client.setQueryData<Level>(queryKey, (now) => (now?.next === level.next && now ? grown(now, page) : now));
}

const asLevel = ({ items, next, facts }: Page): Level => ({
  items: numbered(items, 0).toSorted(byArrangement),
  next,
  pages: 1,
  facts,
});

/** Tasks arrive in order and have no sort key of their own. */
function numbered(items: readonly TreeItem[], from: number): readonly TreeItem[] {
  return items.map((item, index) => (item.type === 'task' ? { ...item, relativePosition: from + index } : item));
}

function grown(level: Level, page: Page): Level {
  const known = new Set(level.items.map(({ key }) => key));
  const fresh = numbered(
    page.items.filter(({ key }) => !known.has(key)),
    level.items.length,
  );
  return {
    ...level,
    items: [...level.items, ...fresh].toSorted(byArrangement),
    next: page.next,
    pages: level.pages + 1,
  };
}

function fetchPage(parent: Parent, after: Cursors, withFacts: boolean, signal?: AbortSignal): Promise<Page> {
  return parent.kind === 'epic'
    ? fetchChildren(parent.fullPath, parent.iid, after, withFacts, signal)
    : fetchTasks(parent.id, after, signal);
}

async function fetchChildren(
  fullPath: string,
  iid: string,
  after: Cursors,
  withFacts: boolean,
  signal?: AbortSignal,
): Promise<Page> {
  const variables = childItemsVariables(fullPath, iid, after, withFacts);
  const { group } = await takeOrRequest(childItems, variables, signal);
  if (!group?.epic) throw new NotFoundError('Epic');
  return readChildren(group.epic, withFacts);
}

type ParentNode = NonNullable<NonNullable<ChildItemsQuery['group']>['epic']>;

function readChildren(epic: ParentNode, withFacts: boolean): Page {
  const { children, issues } = epic;
  return {
    items: [...present(children?.nodes).map(readTreeEpic), ...present(issues?.nodes).map(readTreeIssue)],
    next: nextOf(cursorOf(children?.pageInfo), cursorOf(issues?.pageInfo)),
    facts: withFacts ? readFacts(epic) : null,
  };
}

function readFacts(epic: ParentNode): Facts {
  const { group, userPermissions, defaultProjectForIssueCreation: project } = epic;
  return {
    id: epic.id,
    title: epic.title ?? '',
    isConfidential: epic.confidential ?? false,
    allowSubEpics: epic.allowSubEpics ?? false,
    group: { id: numberOfId(group?.id ?? ''), fullName: group?.fullName ?? '', fullPath: group?.fullPath ?? '' },
    canAdmin: userPermissions?.adminEpic ?? false,
    canAdminRelation: userPermissions?.adminEpicRelation ?? false,
    canReadRelation: userPermissions?.readEpicRelation ?? false,
    below: readBelow(epic),
    defaultProject: project ? { id: numberOfId(project.id), name: project.nameWithNamespace } : null,
  };
}

async function fetchTasks(id: number, after: Cursors, signal?: AbortSignal): Promise<Page> {
  const variables = { id: `gid://gitlab/WorkItem/${id}`, endCursor: after.others ?? '' };
  const { workItem } = await request(childTasks, variables, signal);
  if (!workItem) throw new NotFoundError('Work item');
  const widget = present(workItem.widgets).find((each) => 'children' in each);
  const children = widget && 'children' in widget ? widget.children : null;
  return {
    items: present(children?.nodes).map((task) => readTreeTask(task)),
    next: nextOf(null, cursorOf(children?.pageInfo)),
    facts: null,
  };
}

function cursorOf(info: { hasNextPage: boolean; endCursor?: string | null } | undefined): string | null {
  return info?.hasNextPage ? (info.endCursor ?? null) : null;
}

function nextOf(epics: string | null, others: string | null): Cursors | null {
  return epics === null && others === null ? null : { epics, others };
}

interface Arranged {
  relativePosition?: number | null | undefined;
  state: string;
}

/** A comparator: by position, then open items first. */
export function byArrangement(one: Arranged, other: Arranged): number {
  const byPosition = (one.relativePosition ?? Infinity) - (other.relativePosition ?? Infinity);
  if (byPosition !== 0 && !Number.isNaN(byPosition)) return byPosition;
  return Number(one.state === 'closed') - Number(other.state === 'closed');
}
