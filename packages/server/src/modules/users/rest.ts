import type { Routes } from '../../platform/rest/routes.ts';
import { addAccountRoutes } from './rest/accounts.ts';
import { addTokenRoutes } from './rest/tokens.ts';
import { addVersionRoutes } from './rest/version.ts';

export function addRoutes(routes: Routes): void {
  addAccountRoutes(routes);
  addTokenRoutes(routes);
  addVersionRoutes(routes);
}
