import type { UserId } from '@milepost/core/ids';
import { Type } from 'typebox';
import type { Routes } from '../../platform/rest/routes.ts';
import { importPolicy } from '../imports/policy.ts';
import { findVisibleGroup } from '../namespaces/commands.ts';
import { checklistOf, saveChecklist } from './store.ts';

const tags = ['pages'];
const change = Type.Object({ step: Type.Enum(['dismissed', 'roadmap_opened']) });

/** The first steps in a new group: `/groups/FULL/PATH/-/checklist.json`. */
export function addNamespaceRoutes(routes: Routes): void {
  routes.get(
    '/group/:id/checklist.json',
    { summary: 'The first steps in a new group', tags, isHidden: true, signedIn: true },
    async ({ params }, ctx) => {
      const group = await findVisibleGroup(ctx, params['id'] ?? '');
      const list = await checklistOf(ctx.db, ctx.viewer.id as UserId, group.id);
      const steps = list?.steps ?? null;
      const mayImport = ctx.can(importPolicy.create, null);
      const isDone =
        steps !== null && Object.values({ ...steps, imported: steps.imported || !mayImport }).every(Boolean);
      return { steps: isDone ? null : steps, may_import: mayImport, needs_project: list?.hasProject === false };
    },
  );
}

/** Progress that only the client knows: the list was dismissed, or the roadmap was opened. */
export function addSiteRoutes(routes: Routes): void {
  routes.put(
    '/-/checklist',
    {
      summary: 'Dismiss the first steps, or note one as done',
      tags,
      signedIn: true,
      status: 204,
      isHidden: true,
      input: change,
    },
    async ({ input }, ctx) => {
      const now = new Date();
      await saveChecklist(
        ctx.db,
        ctx.viewer.id as UserId,
        input.step === 'dismissed' ? { dismissedAt: now } : { roadmapOpenedAt: now },
      );
    },
  );
}
