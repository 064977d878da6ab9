import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { alwaysTogether, firstOf, neededBy, ownCode } from './vite/always-together.ts';
import { compileAhead } from './vite/compile-ahead.ts';
import { filterTable } from './vite/filter-table.ts';
import { fontPreload } from './vite/font-preload.ts';
import { iconFiles } from './vite/icon-files.ts';
import { layerOrder } from './vite/layer-order.ts';
import { messagesAhead } from './vite/messages-ahead.ts';
import { pagePreload } from './vite/page-preload.ts';
import { persistedDocuments } from './vite/persisted-documents.ts';
import { precompress } from './vite/precompress.ts';

const source = (path: string): string => fileURLToPath(new URL(`./src/${path}`, import.meta.url));
const roadmapPage = source('pages/roadmap/RoadmapPage.tsx');
const issuePage = source('pages/issue/IssuePage.tsx');
const epicPage = source('pages/epic/EpicPage.tsx');
const issuesPage = source('pages/issues/IssuesPage.tsx');
const epicsPage = source('pages/epics/EpicsPage.tsx');
const issueSidebar = source('pages/issue/IssueSidebar.tsx');
const epicSidebar = source('pages/epic/EpicSidebar.tsx');
/** UI components and icons. */
const kit =
  /[\\/](src[\\/](ui[\\/](?!editor[\\/]|overlay[\\/]Picker|field[\\/](Calendar|Month|DateField)|list[\\/]Tree)|platform[\\/](?!forms[\\/](form|Form|ConfirmDialog|UnsavedGuard|use-change)|frame[\\/]EntrancePage)|app[\\/]|modules[\\/]labels[\\/]LabelChip)|lucide-react)/;
/** What the page itself names, before any code requests files. */
const inEveryPage = /^assets\/(rolldown-runtime|head-start|react|vendor|shell)-/;
const server = process.env['MILEPOST_URL'] ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  plugins: [
    persistedDocuments(fileURLToPath(new URL('./src/gen/persisted-documents.json', import.meta.url))),
    react(),
    messagesAhead(),
    filterTable(),
    iconFiles(),
    layerOrder('src/styles/base.css'),
    pagePreload(
      {
        'src/pages/roadmap/RoadmapPage.tsx': '/-/roadmap$',
        'src/pages/issue/IssuePage.tsx': '/-/issues/[0-9]+$',
        'src/pages/epic/EpicPage.tsx': '/-/epics/[0-9]+$',
        'src/pages/issues/IssuesPage.tsx': '/-/issues$',
        'src/pages/epics/EpicsPage.tsx': '/-/epics$',
      },
      'head-start',
    ),
    compileAhead([
      'head-start',
      'labels',
      'zoom',
      'lane-requests',
      'first-lanes',
      'opening',
      'react',
      'vendor',
      'kit',
      'shell',
      'common',
      'rows',
      'roadmap',
      'filtered',
      'RoadmapPage',
      'work-items',
      'item',
      'issue',
      'epic',
      'talk',
      'tree',
      'IssuePage',
      'EpicPage',
    ]),
    precompress(),
    fontPreload(['hanken-grotesk-latin-wght-normal', 'overpass-latin-wght-normal']),
  ],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: {
      // Browsers without it have no popovers either.
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !inEveryPage.test(file)),
    },
    rolldownOptions: {
      output: {
        // What changes with a dependency and what changes with us are cached apart.
        codeSplitting: {
          // UI components shared by three or more pages are grouped: one chunk instead of thirty small ones.
          groups: [
            // Runs before all other code, so it must not depend on other chunks; shared code is part of it.
            // The class names of chips are drawn by the first paint of lanes, which must not wait for the UI components.
            {
              name: 'head-start',
              test: /src[\\/](app[\\/]head-start|styles[\\/]base\.css|modules[\\/]labels[\\/]LabelChip\.module\.css)/,
              priority: 9,
            },
            // What the first paint of an overview needs in addition: it must not wait for the code of the page. Labels are on
            // every page, and zoom is on the roadmap.
            { name: 'labels', test: /core[\\/]src[\\/]labels\.ts/, priority: 8.7 },
            { name: 'zoom', test: /core[\\/]src[\\/]roadmap[\\/](zoom|health)\.ts/, priority: 8.6 },
            {
              name: 'lane-requests',
              test: /roadmap[\\/](data[\\/]lane-requests|lanes[\\/]lane-(headers|keys)|operations[\\/](first-)?lanes)\.ts/,
              priority: 8.55,
            },
            { name: 'first-lanes', test: /pages[\\/]roadmap[\\/]first-paint[\\/]lanes\.ts/, priority: 8.5 },
            {
              name: 'opening',
              test: /src[\\/](pages[\\/]roadmap[\\/]settings[\\/]overview|timeline[\\/]soft-look)/,
              priority: 8.5,
            },
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 8 },
            {
              name: 'vendor',
              test: /node_modules[\\/](@tanstack[\\/](history|react-query|query-core)|react-intl|@formatjs|intl-messageformat)[\\/]/,
              priority: 8,
            },
            // From the ground up: code of every page, then of the roadmap and of items, then what all pages with a filter bar, saved
            // views and rows that open the peek have in common.
            { debugName: 'shell', name: alwaysTogether('shell', [source('app/start.tsx')]), priority: 7 },
            {
              debugName: 'common',
              name: firstOf(
                alwaysTogether('common', [roadmapPage, issuePage]),
                alwaysTogether('common', [roadmapPage, epicPage, epicsPage]),
                // A few functions, not a chunk of their own.
                alwaysTogether('common', [roadmapPage], /core[\\/]src[\\/]milestones/),
              ),
              priority: 6,
            },
            {
              debugName: 'filtered',
              name: alwaysTogether('filtered', [roadmapPage, issuesPage, epicsPage]),
              priority: 6,
            },
            // Rows drawn as they scroll into view, and the other UI components of the roadmap.
            {
              debugName: 'rows',
              name: firstOf(
                alwaysTogether('rows', [roadmapPage, epicPage]),
                alwaysTogether(
                  'rows',
                  [roadmapPage],
                  /[\\/](src[\\/]ui|lucide-react)[\\/]|core[\\/]src[\\/]dates[\\/]timeframe-text/,
                ),
              ),
              priority: 6,
            },
            { name: 'drag', test: /src[\\/](ui[\\/]drag[\\/]|drag\.ts)/, priority: 6 },
            // The other UI components, shared by four or more pages: one chunk for items and lists, and one for the rest, instead
            // of thirty small ones. Those only used by forms are excluded.
            {
              debugName: 'kit',
              name: neededBy('kit', [issuePage, epicPage, issuesPage, epicsPage]),
              test: kit,
              minShareCount: 4,
              priority: 5,
            },
            { name: 'more-kit', test: kit, minShareCount: 4, priority: 5 },
            // What an item has in common with the lists of its kind: at first, and in its sidebar.
            {
              debugName: 'work-items',
              name: firstOf(
                alwaysTogether('work-items', [issuesPage, issuePage]),
                alwaysTogether('work-items', [epicsPage, epicPage]),
              ),
              priority: 5,
            },
            {
              debugName: 'facts',
              name: firstOf(
                alwaysTogether('facts', [issuesPage, issueSidebar]),
                alwaysTogether('facts', [epicsPage, epicSidebar]),
              ),
              priority: 4,
            },
            // Code shared by the first render of issue and epic pages, or by their sidebars; and what loads after that.
            {
              debugName: 'item',
              name: firstOf(
                alwaysTogether('item', [issuePage, epicPage]),
                alwaysTogether('issue', [issuePage, issueSidebar]),
                alwaysTogether('epic', [epicPage, epicSidebar]),
              ),
              priority: 3,
            },
            {
              debugName: 'talk',
              name: firstOf(
                alwaysTogether('talk', [source('modules/notes/Activity.tsx')]),
                alwaysTogether('talk', [source('modules/links/LinkedItems.tsx')]),
              ),
              priority: 2,
            },
            { debugName: 'lists', name: alwaysTogether('lists', [issuesPage, epicsPage]), priority: 1 },
            { debugName: 'sidebar', name: alwaysTogether('sidebar', [issueSidebar, epicSidebar]), priority: 1 },
            { debugName: 'tree', name: alwaysTogether('tree', [epicPage], /modules[\\/]hierarchy[\\/]/), priority: 0 },
            {
              debugName: 'roadmap',
              name: ownCode(
                'roadmap',
                roadmapPage,
                source('app/main.tsx'),
                /[\\/](roadmaps?|timeline)[\\/]|EpicRoadmap|SharedRoadmap/,
              ),
              priority: 0,
            },
            // A file for one icon or a few messages would be a request more before the first bar.
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
            {
              name: 'roadmap-messages',
              test: /src[\\/]pages[\\/]roadmap[\\/]messages[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: {
      '/api': server,
      // The server's own addresses; a page's address carries its /-/ further in.
      '^/-/(sign-in|sign-out|set-up$|sessions|imports|live)': { target: server, bypass: leaveNavigation },
      '/uploads': server,
      '/assets/diagrams': server,
    },
  },
});

/** Addresses that are both a page and an endpoint: what a browser navigates to is the page. */
function leaveNavigation(request: { headers: Record<string, string | string[] | undefined> }): string | undefined {
  return request.headers['accept']?.includes('text/html') ? '/index.html' : undefined;
}
