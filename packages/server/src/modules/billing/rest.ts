import type { Routes } from '../../platform/rest/routes.ts';
import { addDomainRoutes } from './rest/domains.ts';
import { addMemberRoutes } from './rest/members.ts';
import { addPaymentRoutes, addSubscriptionRoutes } from './rest/subscriptions.ts';

export function addRoutes(routes: Routes): void {
  addMemberRoutes(routes);
  addDomainRoutes(routes);
  addSubscriptionRoutes(routes);
  addPaymentRoutes(routes);
}
