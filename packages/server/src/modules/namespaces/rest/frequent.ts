import { frequentTypes } from '@milepost/core/frequent-items';
import { Type } from 'typebox';
import type { Routes } from '../../../platform/rest/routes.ts';
import { idInput } from '../../../platform/rest/input.ts';
import { listFrequent, trackUse } from '../commands/frequent.ts';

const tags = ['pages'];
const type = Type.Union(frequentTypes.map((each) => Type.Literal(each)));

/** A viewer's frequent groups and projects, which the pages merge with what the browser stores. */
export function addFrequentRoutes(routes: Routes): void {
  routes.post(
    '/-/frequent_items',
    {
      summary: 'Record the use of a group or project',
      tags,
      signedIn: true,
      status: 204,
      input: Type.Object({ type, id: idInput() }),
    },
    async ({ input }, ctx) => trackUse(ctx, input.type, input.id),
  );
  routes.get(
    '/-/frequent_items',
    { summary: 'Groups or projects used often', tags, signedIn: true, input: Type.Object({ type }) },
    async ({ input }, ctx) =>
      (await listFrequent(ctx, input.type)).map(({ id, fullName, fullPath, frequency, lastAccessedOn }) => ({
        id,
        name_with_namespace: fullName,
        full_path: fullPath,
        frequency,
        last_accessed_on: lastAccessedOn,
      })),
  );
}
