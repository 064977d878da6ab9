import type { Routes } from '../../platform/rest/routes.ts';
import { addDeploymentRoutes } from './rest/deployments.ts';
import { addEnvironmentRoutes } from './rest/environments.ts';
import { addProtectionRoutes } from './rest/protection.ts';

export function addRoutes(routes: Routes): void {
  addEnvironmentRoutes(routes);
  addDeploymentRoutes(routes);
  addProtectionRoutes(routes);
}
