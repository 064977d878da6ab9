import type { Routes } from '../../platform/rest/routes.ts';
import { addUnsupportedRoutes } from './rest/unsupported.ts';
import { addEpicRoutes } from './rest/epics.ts';
import { addIssueListRoutes } from './rest/issue-lists.ts';
import { addIssueRoutes } from './rest/issues.ts';
import { addMarkdownRoute } from './rest/markdown.ts';

export function addRoutes(routes: Routes): void {
  addEpicRoutes(routes);
  addIssueListRoutes(routes);
  addIssueRoutes(routes);
  addUnsupportedRoutes(routes);
  addMarkdownRoute(routes);
}
