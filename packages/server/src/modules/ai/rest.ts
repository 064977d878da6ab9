import type { Routes } from '../../platform/rest/routes.ts';
import { addAsk, addAssistantRoutes } from './rest/assistant.ts';
import { addPublishedCalls } from './rest/published.ts';
import { addUsageRoutes } from './rest/usage.ts';

export function addRoutes(routes: Routes): void {
  addPublishedCalls(routes);
  addAsk(routes);
  addAssistantRoutes(routes);
  addUsageRoutes(routes);
}
