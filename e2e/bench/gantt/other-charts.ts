import type { Subject } from './subject.ts';

export const dhtmlx: Subject = {
  name: 'dhtmlx-gantt',
  build: 'plain',
  bar: '.gantt_task_line',
  scroller: '.gantt_ver_scroll',
  code: `
import '../node_modules/dhtmlx-gantt/codebase/dhtmlxgantt.css';
import { gantt } from 'dhtmlx-gantt';
import { first, last } from './rows.js';

export function prepare(rows) {
  return rows.map((row) => ({
    id: row.id,
    text: row.title,
    start_date: new Date(row.start),
    end_date: new Date(row.due),
    progress: row.percentage / 100,
  }));
}
export function mount(element, data) {
  element.style.cssText = 'height: 100vh; width: 100vw';
  gantt.config.readonly = true;
  gantt.config.scales = [
    { unit: 'year', step: 1, format: '%Y' },
    { unit: 'month', step: 1, format: '%M' },
  ];
  gantt.config.start_date = new Date(first);
  gantt.config.end_date = new Date(last);
  gantt.init(element);
  gantt.parse({ data, links: [] });
}
`,
};

export const svar: Subject = {
  name: '@svar-ui/react-gantt',
  build: 'plain',
  bar: '.wx-bar',
  code: `
import '../node_modules/@svar-ui/react-gantt/dist-full/index.css';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Gantt, Willow } from '@svar-ui/react-gantt';
import { first, last } from './rows.js';

export function prepare(rows) {
  return rows.map((row) => ({
    id: row.id,
    text: row.title,
    start: new Date(row.start),
    end: new Date(row.due),
    progress: row.percentage,
    type: 'task',
    parent: 0,
  }));
}
const scales = [
  { unit: 'year', step: 1, format: '%Y' },
  { unit: 'month', step: 1, format: '%M' },
];
export function mount(element, tasks) {
  element.style.cssText = 'height: 100vh; width: 100vw';
  const chart = h(Gantt, { tasks, links: [], scales, readonly: true, start: new Date(first), end: new Date(last) });
  createRoot(element).render(h(Willow, null, h('div', { style: { height: '100vh' } }, chart)));
}
`,
};

export const frappe: Subject = {
  name: 'frappe-gantt',
  build: 'plain',
  bar: '.bar-wrapper .bar',
  code: `
import '../node_modules/frappe-gantt/dist/frappe-gantt.css';
import Gantt from 'frappe-gantt';
import { isoDay } from './rows.js';

export function prepare(rows) {
  return rows.map((row) => ({
    id: 'row-' + row.id,
    name: row.title,
    start: isoDay(row.start),
    end: isoDay(row.due),
    progress: row.percentage,
  }));
}
export function mount(element, tasks) {
  new Gantt(element, tasks, { view_mode: 'Month', readonly: true, container_height: window.innerHeight - 20 });
}
`,
};

export const vis: Subject = {
  name: 'vis-timeline',
  build: 'plain',
  bar: '.vis-item',
  code: `
import '../node_modules/vis-timeline/styles/vis-timeline-graph2d.css';
import { DataSet, Timeline } from 'vis-timeline/standalone';
import { first, last } from './rows.js';

export function prepare(rows) {
  return {
    groups: rows.map((row) => ({ id: row.id, content: row.title })),
    items: rows.map((row) => ({ id: row.id, group: row.id, content: row.title, start: row.start, end: row.due })),
  };
}
export function mount(element, { groups, items }) {
  new Timeline(element, new DataSet(items), new DataSet(groups), {
    start: first,
    end: last,
    height: '100vh',
    verticalScroll: true,
    stack: false,
    editable: false,
  });
}
`,
};

export const taskReact: Subject = {
  name: 'gantt-task-react',
  build: 'plain',
  bar: 'g.bar, [class*="_barWrapper"], svg rect[rx]',
  code: `
import '../node_modules/gantt-task-react/dist/index.css';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Gantt, ViewMode } from 'gantt-task-react';

export function prepare(rows) {
  return rows.map((row) => ({
    id: String(row.id),
    name: row.title,
    start: new Date(row.start),
    end: new Date(row.due),
    progress: row.percentage,
    type: 'task',
  }));
}
export function mount(element, tasks) {
  createRoot(element).render(h(Gantt, { tasks, viewMode: ViewMode.Month, ganttHeight: window.innerHeight - 120 }));
}
`,
};
