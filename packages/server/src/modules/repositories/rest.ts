import type { Routes } from '../../platform/rest/routes.ts';
import { addArchiveRoutes } from './rest/archive.ts';
import { addCommitRoutes } from './rest/commits.ts';
import { addFileRoutes } from './rest/files.ts';
import { addMirrorRoutes } from './rest/mirror.ts';
import { addRefRoutes } from './rest/refs.ts';
import { addWriteRoutes } from './rest/writes.ts';

export function addRoutes(routes: Routes): void {
  addFileRoutes(routes);
  addWriteRoutes(routes);
  addRefRoutes(routes);
  addCommitRoutes(routes);
  addArchiveRoutes(routes);
  addMirrorRoutes(routes);
}
