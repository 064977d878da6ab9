import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { RoadmapEpic } from '../data/epic.ts';
import type { IssueSource, ListRow } from '../data/rows.ts';
import { issuePage, type IssuePage } from './api.ts';
import { hasIssues, type IssueRow, type IssuesBelow } from '../data/issue-rows.ts';

export interface IssueLoaderProps {
  /** The expanded ones. */
  epics: readonly RoadmapEpic[];
  onIssues: (issues: IssueSource) => void;
}

interface PageResult {
  data: IssuePage | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** Loads the issues of expanded epics: a page of each, and more on request. */
export function IssueLoader({ epics, onIssues }: IssueLoaderProps) {
  const [cursors, setCursors] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const pages = useMemo(
    () =>
      epics.filter(hasIssues).flatMap((epic) => (cursors.get(epic.id) ?? firstPage).map((after) => ({ epic, after }))),
    [epics, cursors],
  );
  const found = useQueries({
    queries: pages.map(({ epic, after }) => issuePage(epic, after)),
    combine: useCallback(
      (results: PageResult[]) => {
        const loadAfter = (id: string, cursor: string): void =>
          setCursors((now) => {
            const known = now.get(id) ?? firstPage;
            return known.includes(cursor) ? now : new Map(now).set(id, [...known, cursor]);
          });
        const below = new Map<string, IssuesBelow>();
        for (const [index, { data, error, refetch }] of results.entries()) {
          const id = pages[index]?.epic.id ?? '';
          const issues = below.get(id)?.issues ?? [];
          if (data) {
            const loaded = [...issues, ...data.issues];
            const { next } = data;
            const rest = next === null ? 0 : Math.max(1, data.count - loaded.length);
            below.set(id, {
              issues: loaded,
              rest,
              error: null,
              loadMore: () => next !== null && loadAfter(id, next),
            });
          } else if (error) below.set(id, { issues, rest: 1, error, loadMore: () => void refetch() });
        }
        return below;
      },
      [pages],
    ),
  });
  useEffect(() => onIssues(sourceOf(found)), [onIssues, found]);
  return null;
}

const sourceOf = (found: ReadonlyMap<string, IssuesBelow>): IssueSource => ({
  has: hasIssues,
  add(rows: ListRow[], { id }, { position, ...place }) {
    const below = found.get(id);
    if (!below) return false;
    const listed = [...below.issues, ...(below.rest > 0 ? [null] : [])];
    for (const [index, issue] of listed.entries()) {
      const row: IssueRow = {
        ...place,
        epic: null,
        header: null,
        count: 1,
        expansion: 'none',
        position: position + index + 1,
        siblings: -1,
        key: issue?.id ?? `issues ${id}`,
        issue,
        below,
      };
      rows.push(row);
    }
    return true;
  },
});

const firstPage: readonly string[] = [''];
