import type { Routes } from '../../platform/rest/routes.ts';
import { addChildEpicRoutes } from './rest/child-epics.ts';
import { addEpicIssueRoutes } from './rest/epic-issues.ts';
import { addReorderRoute } from './rest/reorder.ts';

export function addRoutes(routes: Routes): void {
  addEpicIssueRoutes(routes);
  addChildEpicRoutes(routes);
  addReorderRoute(routes);
}
