import { createMemoryHistory } from '@tanstack/history';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { summaryCounts, type RoadmapSummary } from '@milepost/core/roadmap/summary';
import { connectNavigation } from '../platform/navigation/navigation.ts';
import { makeQueryClient, Providers } from '../app/providers.tsx';
import { Router } from '../platform/navigation/router.ts';
import { RouterContext } from '../platform/navigation/router-context.ts';
import type { RoadmapEpicFragment } from '../gen/graphql.ts';
import { lastChoice } from '../pages/roadmap/settings/last-choice.ts';
import { RoadmapPage } from '../pages/roadmap/RoadmapPage.tsx';

// The page has begun to load these parts of its own accord: tests find them at once.
await Promise.all([
  import('../pages/roadmap/chart/ChartKeys.ts'),
  import('../pages/roadmap/chart/HeadControls.tsx'),
  import('../pages/roadmap/chart/RowLayers.tsx'),
  import('../pages/roadmap/cards/CardLayer.tsx'),
  import('../pages/roadmap/toolbar/ToolbarTools.tsx'),
]);
await new Promise((resolve) => setTimeout(resolve));

/** A request of the page: the operation's name and its variables. */
export interface Asked {
  name: string;
  variables: Record<string, unknown>;
  /** Where it was sent. */
  path: string;
}

const progressRequests = new Set(['roadmapSummary', 'roadmapSignals']);

/** Requests other than counts and signals: those follow the rows and depend on the unit of progress. */
export const withoutProgress = (asked: readonly Asked[]): Asked[] =>
  asked.filter(({ name }) => !progressRequests.has(name));

export type Answers = Record<string, (variables: Record<string, unknown>) => unknown>;

/** A fixed day for every test of the page: July 17, 2025, a Thursday. */
export const testToday = new Date(2025, 6, 17, 10);

let lastId = 0;

/** An epic as the server sends it, with defaults. */
export function epicNode(given: Partial<RoadmapEpicFragment> = {}): RoadmapEpicFragment {
  lastId += 1;
  const parent = given.ancestors?.nodes?.at(-1);
  return {
    id: `gid://gitlab/Epic/${lastId}`,
    iid: String(lastId),
    title: `Epic ${lastId}`,
    state: 'opened',
    webPath: `/groups/kubernetes/-/epics/${lastId}`,
    startDate: '2025-07-01',
    dueDate: '2025-08-31',
    startDateIsFixed: true,
    dueDateIsFixed: true,
    userPermissions: { adminEpic: false },
    confidential: false,
    recordedSince: null,
    risk: 'NONE',
    color: '#1068bf',
    textColor: '#ffffff',
    hasParent: false,
    parent: parent ? { id: parent.id, title: 'Parent' } : null,
    hasChildren: false,
    hasChildrenWithinTimeframe: false,
    ancestors: { nodes: [] },
    group: { id: 'gid://gitlab/Group/1', name: 'Kubernetes', fullName: 'Kubernetes', fullPath: 'kubernetes' },
    labels: { nodes: [] },
    linkedWorkItems: { nodes: [] },
    healthStatus: { issuesOnTrack: 0, issuesNeedingAttention: 0, issuesAtRisk: 0, own: null },
    descendantWeightSum: { closedIssues: 0, openedIssues: 0 },
    descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 0, closedIssues: 0 },
    ...given,
  };
}

/** The response with the group's epics: one page, and whether more follow. */
export function epicsAnswer(nodes: readonly unknown[], endCursor: string | null = null) {
  const pageInfo = { hasNextPage: endCursor !== null, endCursor };
  return { group: { id: 'gid://gitlab/Group/1', name: 'Kubernetes', epics: { nodes, pageInfo } } };
}

/** The response with one epic's children. */
export function childrenAnswer(nodes: readonly unknown[]) {
  const children = { nodes, pageInfo: { hasNextPage: false, endCursor: null } };
  return {
    group: {
      id: 'gid://gitlab/Group/1',
      name: 'Kubernetes',
      epic: { id: 'gid://gitlab/Epic/0', title: 'Parent', children },
    },
  };
}

/** The response with the counts above the chart. */
export function summaryAnswer(counts: Partial<RoadmapSummary>) {
  const none = Object.fromEntries(summaryCounts.map((name) => [name, 0]));
  return { group: { id: 'gid://gitlab/Group/1', epicSummary: { ...none, ...counts } } };
}

const silence: Answers = {
  roadmapGroupEpicsWithColor: () => epicsAnswer([epicNode()]),
  epicChildEpics: () => childrenAnswer([]),
  groupMilestonesEE: () => ({ group: { id: 'gid://gitlab/Group/1', milestones: { nodes: [] } } }),
  roadmapSummary: () => summaryAnswer({ count: 1, opened: 1, noUpdate: 1 }),
  roadmapRecords: () => ({ group: { id: 'gid://gitlab/Group/1', firstRecordedDay: '2025-02-01T00:00:00Z' } }),
  roadmapEpicCount: ({ timeframe, undated }) => ({
    group: { id: 'gid://gitlab/Group/1', epics: { count: undated ? 0 : timeframe ? 1 : 3 } },
  }),
};

/**
 * Opens the roadmap of `kubernetes` with a fake server that gives these answers. An answer that throws becomes a GraphQL error.
 */
export function openRoadmap(answers: Answers = {}, search = '', before: () => void = () => undefined) {
  window.localStorage.clear();
  before();
  lastChoice.set([]);
  vi.useFakeTimers({ now: testToday, toFake: ['Date'] });
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => {
    const body = JSON.parse(init.body) as { query?: string; variables?: Record<string, unknown> };
    // A REST request is named by its path.
    const { query, variables = { ...body } } = body;
    const name = query === undefined ? path : (/(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? '');
    asked.push({ name, variables, path });
    const answer = { ...silence, ...answers }[name];
    try {
      const given = query === undefined ? await answer?.(variables) : null;
      if (given instanceof Response) return given;
      if (query === undefined) return Response.json(given ?? {});
      return Response.json({ data: (await answer?.(variables)) ?? {} });
    } catch (error) {
      return Response.json({ errors: [{ message: String(error) }] });
    }
  });
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  const went: string[] = [];
  connectNavigation({ navigate: (href) => went.push(href), prepare: () => undefined });

  const history = createMemoryHistory({ initialEntries: [`/groups/kubernetes/-/roadmap${search}`] });
  const router = new Router({ history });
  void router.start();
  const view = render(
    <Providers client={makeQueryClient()}>
      <RouterContext value={router}>
        <RoadmapPage address={{ page: 'roadmap', fullPath: 'kubernetes' }} />
      </RouterContext>
    </Providers>,
    { container: pageContainer() },
  );
  return {
    ...view,
    user: userEvent.setup({ delay: null }),
    asked,
    /** Only the requests of one operation. */
    askedFor: (name: string) => asked.filter((question) => question.name === name),
    went,
    history,
    search: () => new URLSearchParams(history.location.search),
  };
}

/** The part of the window that the surrounding frame leaves to a page; removed with the page. */
function pageContainer(): HTMLElement {
  const container = document.createElement('main');
  container.style.cssText =
    'position:fixed;inset:0 auto auto 56px;width:1384px;height:852px;display:flex;flex-direction:column';
  document.body.append(container);
  onTestFinished(() => container.remove());
  return container;
}

/** Opens a roadmap with one epic and returns its row and bar. */
export async function openWith(
  given: Partial<RoadmapEpicFragment>,
  search = '',
  answers: Parameters<typeof openRoadmap>[0] = {},
) {
  const node = epicNode({ title: 'Resize', ...given });
  const page = openRoadmap({ roadmapGroupEpicsWithColor: () => epicsAnswer([node]), ...answers }, search);
  const title = await screen.findByRole('link', { name: node.title ?? '' });
  const row = title.closest<HTMLElement>('[role=row]') as HTMLElement;
  return { page, node, row, title, bar: row.querySelector<HTMLElement>('[role=gridcell] a') as HTMLElement };
}

/** Replaces IntersectionObserver: tells the test which elements are observed, and lets it report that one came into view. */
export class FakeIntersectionObserver {
  static current: FakeIntersectionObserver | null = null;
  readonly rootMargin: string;
  private readonly callback: (entries: { isIntersecting: boolean }[]) => void;
  private isWatching = false;

  constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options: { rootMargin?: string } = {}) {
    this.callback = callback;
    this.rootMargin = options.rootMargin ?? '';
    FakeIntersectionObserver.current = this;
  }
  observe(): void {
    this.isWatching = true;
  }
  disconnect(): void {
    this.isWatching = false;
  }
  /** The observed element came into view. */
  reach(): void {
    if (this.isWatching) this.callback([{ isIntersecting: true }]);
  }
}
