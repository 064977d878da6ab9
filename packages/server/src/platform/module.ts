import type { Listener } from './context.ts';
import type { JobTask } from './jobs/tasks.ts';
import type { Routes } from './rest/routes.ts';

/** A room's door: everything the app needs to know of it. Leave out what the room does not have. */
export interface Module {
  readonly name: string;
  readonly extendSchema?: () => void;
  readonly addRoutes?: (routes: Routes) => void;
  /** Endpoints of the pages of groups and projects: `/project/:id/issues/:issue_iid.json` is `/FULL/PATH/-/issues/12.json`. */
  readonly addPlaceRoutes?: (routes: Routes) => void;
  /** Endpoints of our own pages outside any place: `/-/frequent_items`. */
  readonly addSiteRoutes?: (routes: Routes) => void;
  /** Plugs into sockets of lower rooms, done once before anything is served. */
  readonly plugIn?: () => void;
  readonly listeners?: readonly Listener[];
  readonly jobs?: readonly JobTask[];
}
