import type { Routes } from '../../platform/rest/routes.ts';
import { addGroupRoutes } from './rest/groups.ts';
import { addLifecycleRoutes } from './rest/lifecycle.ts';
import { addNamespaceRoutes, addProjectRoutes } from './rest/projects.ts';

export function addRoutes(routes: Routes): void {
  addGroupRoutes(routes);
  addProjectRoutes(routes);
  addLifecycleRoutes(routes);
  addNamespaceRoutes(routes);
}
