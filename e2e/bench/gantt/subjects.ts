import { dhtmlx, frappe, svar, taskReact, vis } from './other-charts.ts';
import type { Subject } from './subject.ts';

/** The same rows for all subjects: bars of 20 to 200 days within three years, some done, all at one level. */
export const rowsModule = `
const day = 86_400_000;
export const first = Date.UTC(2024, 0, 1);
export const last = Date.UTC(2026, 11, 31);
export function makeRows(count) {
  let seed = 7;
  const next = (limit) => (seed = (seed * 1103515245 + 12345) % 2147483648) % limit;
  return Array.from({ length: count }, (_, index) => {
    const length = 20 + next(180);
    const start = first + next(1095 - length) * day;
    return { id: index + 1, title: 'Row ' + (index + 1) + ' of the plan', start, due: start + length * day, percentage: next(101) };
  });
}
export const isoDay = (time) => new Date(time).toISOString().slice(0, 10);
`;

const milepost: Subject = {
  name: 'Milepost',
  build: 'ours',
  bar: '[data-row] [role="gridcell"] a',
  code: `
import '@web/styles/base.css';
import '@web/app/head-start.ts';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { makeQueryClient, Providers } from '@web/app/providers.tsx';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { readSettings } from '@milepost/core/roadmap/settings';
import { Chart } from '@web/pages/roadmap/chart/Chart.tsx';
import { MoveStore } from '@web/pages/roadmap/drag/moves.ts';
import { readEpic } from '@web/pages/roadmap/data/epic.ts';
import { rowsOf } from '@web/pages/roadmap/data/rows.ts';
import { ViewportHandle } from '@web/pages/roadmap/view/viewport.ts';
import { viewOf } from '@web/pages/roadmap/view/view.ts';
import { isoDay } from './rows.js';

// In the application, the avatars are loaded long before the data.
await Promise.all(['Hanken Grotesk Variable', 'Overpass Variable'].map((face) => document.fonts.load('13px "' + face + '"')));

const today = Date.UTC(2025, 6, 17) / 86_400_000;
const settings = readSettings([['timeframe_range_type', 'THREE_YEARS']]);
const view = viewOf(settings, today);
const args = argumentsOf('big', settings, view.timeframe);
const nothing = () => undefined;
const colors = ['#1068bf', '#6b4fbb', '#217645', '#9e5400'];

/** The parsed server response: the data in memory. */
export function prepare(rows) {
  const group = { id: 'g', name: 'Big', fullName: 'Big', fullPath: 'big' };
  return rows.map((row) =>
    readEpic({
      id: 'gid://gitlab/Epic/' + row.id,
      iid: String(row.id),
      title: row.title,
      state: 'opened',
      webPath: '/groups/big/-/epics/' + row.id,
      startDate: isoDay(row.start),
      dueDate: isoDay(row.due),
      confidential: false,
      color: colors[row.id % 4],
      textColor: '#ffffff',
      hasParent: false,
      hasChildren: false,
      hasChildrenWithinTimeframe: false,
      ancestors: { nodes: [] },
      group,
      labels: { nodes: [] },
      linkedWorkItems: { nodes: [] },
      descendantWeightSum: { closedIssues: row.percentage, openedIssues: 100 - row.percentage },
      descendantCounts: { openedEpics: 0, closedEpics: 0, openedIssues: 1, closedIssues: 1 },
      userPermissions: { updateEpic: false },
    }),
  );
}

export function mount(element, epics) {
  element.style.cssText = 'height: 100vh; display: flex; flex-direction: column';
  const rows = rowsOf({
    topLevel: epics,
    hasMore: false,
    expanded: new Set(),
    childrenOf: nothing,
    timeframe: view.timeframe,
  });
  const chart = h(Chart, {
    fullPath: 'big',
    args,
    settings,
    view,
    today,
    rows,
    count: rows.length,
    hasFilters: false,
    hasMore: false,
    isLoadingMore: false,
    isStale: false,
    loadMore: nothing,
    zoom: { canZoomIn: true, canZoomOut: true, zoom: nothing, shift: nothing },
    moves: new MoveStore(),
    viewport: new ViewportHandle(),
    onToggle: nothing,
    onLabel: nothing,
    milestones: [],
  });
  createRoot(element).render(h(Providers, { client: makeQueryClient() }, chart));
}
`,
};

const bareList: Subject = {
  name: 'React and TanStack Virtual, bare',
  build: 'plain',
  bar: '[data-bar]',
  code: `
import { createElement as h, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { useVirtualizer } from '@tanstack/react-virtual';
import { first, last } from './rows.js';

const span = last - first;
function List({ rows }) {
  const scroller = useRef(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 48,
    overscan: 6,
  });
  return h(
    'div',
    { ref: scroller, style: { height: '100vh', overflow: 'auto' } },
    h(
      'div',
      { style: { height: virtualizer.getTotalSize(), position: 'relative' } },
      virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index];
        const left = ((row.start - first) / span) * 1000;
        const width = ((row.due - row.start) / span) * 1000;
        return h(
          'div',
          { key, style: { position: 'absolute', top: start, height: 48, width: '100%' } },
          h('span', { style: { position: 'absolute', left: 12 } }, row.title),
          h('a', {
            'data-bar': '',
            href: '#' + row.id,
            style: { position: 'absolute', left: 344 + left, width, top: 10, height: 28, background: '#1068bf' },
          }),
        );
      }),
    ),
  );
}
export function mount(element, rows) {
  createRoot(element).render(h(List, { rows }));
}
`,
};

const bareListBuiltAsOurs: Subject = { ...bareList, name: 'the same, built as Milepost is', build: 'ours' };

/**
 * Subjects of one comparison are measured in interleaved runs, so that other load on the machine affects all of them equally.
 */
export const groups: readonly (readonly Subject[])[] = [
  [milepost, bareList, bareListBuiltAsOurs],
  [dhtmlx, svar],
  [frappe],
  [vis],
  [taskReact],
];
export const subjects: readonly Subject[] = groups.flat();

/** Installed on demand into a folder of the benchmark, never into the project. */
export const packages = {
  '@svar-ui/react-gantt': '2.7.3',
  '@tanstack/react-virtual': '3.14.26',
  'dhtmlx-gantt': '10.0.3',
  'frappe-gantt': '1.2.2',
  'gantt-task-react': '0.3.9',
  'vis-data': '8.0.6',
  'vis-timeline': '8.5.4',
} as const;
