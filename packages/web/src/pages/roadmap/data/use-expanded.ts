import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { LevelChoice } from '@milepost/core/roadmap/settings';
import { NotFoundError } from '../../../platform/api/errors.ts';
import type { ChildEpics } from './api.ts';
import { childrenOf } from './api.ts';
import type { RoadmapEpic } from './epic.ts';
import { readEpics } from './epic.ts';
import { hasIssues } from './issue-rows.ts';
import { initialOf } from './initial.ts';
import type { ChildKey } from './narrower.ts';
import { cutChildren } from './narrower.ts';
import { type Children, openEpics } from './open-epics.ts';

export interface Expanded {
  /** The expanded epics. */
  epics: readonly RoadmapEpic[];
  ids: ReadonlySet<string>;
  /** The children of an expanded epic; undefined while they load. */
  childrenOf: (epicId: string) => readonly RoadmapEpic[] | undefined;
  error: Error | null;
  retry: () => void;
  toggle: (epic: RoadmapEpic) => void;
}

/** Which rows are expanded, by level and by hand, and their children, requested when a row is expanded. */
export function useExpanded(
  args: EpicArguments,
  topLevel: readonly RoadmapEpic[] | undefined,
  levels: LevelChoice,
  listsIssues: boolean,
): Expanded {
  const client = useQueryClient();
  const [byHand, setByHand] = useState({ levels, turned: noneTurned });
  // Another level applies to all rows; single rows are turned after it.
  if (byHand.levels !== levels) setByHand({ levels, turned: noneTurned });
  const { turned } = byHand;
  const [children, setChildren] = useState<Children>(noChildren);
  const epics = useMemo(
    () =>
      openEpics(
        topLevel ?? none,
        levels,
        turned,
        children,
        (epic) => epic.hasChildrenWithinTimeframe || (listsIssues && hasIssues(epic)),
      ),
    [topLevel, levels, turned, children, listsIssues],
  );
  const parents = useMemo(() => epics.filter((epic) => epic.hasChildrenWithinTimeframe), [epics]);
  const { found, error, retry } = useQueries({
    queries: parents.map((epic) => {
      const query = childrenOf({ fullPath: epic.group.fullPath, iid: epic.iid }, args);
      return { ...query, ...initialOf(() => cutChildren<ChildEpics>(client, query.queryKey[1] as ChildKey)) };
    }),
    combine: useCallback(
      (results: ChildrenResult[]) => ({
        found: new Map(results.map((result, index) => [parents[index]?.id ?? '', childrenIn(result)])),
        error: results.find(({ error }) => error && !isGone(error))?.error ?? null,
        retry: () => {
          for (const result of results) if (result.error) void result.refetch();
        },
      }),
      [parents],
    ),
  });
  // Children may be above the chosen level themselves.
  if (!areSame(children, found)) setChildren(found);
  const ids = useMemo(() => new Set(epics.map(({ id }) => id)), [epics]);
  const toggle = useCallback(
    (epic: RoadmapEpic) =>
      setByHand((now) => ({
        ...now,
        turned: new Map(now.turned).set(epic.id, { epic, isOpen: !ids.has(epic.id) }),
      })),
    [ids],
  );
  const childrenOfOpen = useCallback((id: string) => (found.has(id) ? found.get(id) : none), [found]);
  return { epics, ids, childrenOf: childrenOfOpen, error, retry, toggle };
}

interface ChildrenResult {
  data: { nodes: Parameters<typeof readEpics>[0] } | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** If the expanded row was removed or hidden in the meantime, nothing opens: the others stay. */
const isGone = (error: Error | null): boolean => error instanceof NotFoundError;

function childrenIn({ data, error }: Pick<ChildrenResult, 'data' | 'error'>): readonly RoadmapEpic[] | undefined {
  return isGone(error) ? none : data && readEpics(data.nodes);
}

function areSame(one: Children, other: Children): boolean {
  const loaded = [...other].filter(([, epics]) => epics);
  return one.size >= loaded.length && loaded.every(([id, epics]) => one.get(id) === epics);
}

const none: readonly RoadmapEpic[] = [];
const noneTurned: ReadonlyMap<string, { epic: RoadmapEpic; isOpen: boolean }> = new Map();
const noChildren: Children = new Map();
