import type { ChangeSetId } from '@milepost/core/ids';
import { idParam } from '../../platform/rest/params.ts';
import type { Routes } from '../../platform/rest/routes.ts';
import { undoChangeSet } from './commands.ts';

export function addRoutes(routes: Routes): void {
  routes.post(
    '/change_sets/:id/undo',
    {
      summary: 'Undo changes that you made in one request (Milepost extension)',
      tags: ['change sets'],
      signedIn: true,
      status: 204,
    },
    async ({ params }, ctx) => undoChangeSet(ctx, idParam(params, 'id') as ChangeSetId),
  );
}
