import type { IterationId } from '@milepost/core/ids';
import { Type } from 'typebox';
import { plugInRest } from '../../work-items/rest/plugs.ts';
import { presentIteration } from '../rest.ts';
import { iterationsById } from '../store.ts';

/** What iterations add to issues over REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'iteration',
    faces: ['issue'],
    async show(ctx, { iterationId }) {
      const iteration = iterationId === null ? null : await ctx.load(iterationsById, iterationId);
      return { iteration: iteration && presentIteration(ctx, iteration) };
    },
    filter: {
      words: {
        iteration_id: Type.Optional(Type.String({ description: 'The id of an iteration, or None, Any or Current' })),
        iteration_title: Type.Optional(Type.String()),
      },
      read: ({ iteration_id: id, iteration_title: title }) => ({
        ...(id && (/^\d{1,15}$/.test(id) ? { iterationId: [Number(id) as IterationId] } : { iterationTitle: [id] })),
        ...(title && { iterationTitle: [title] }),
      }),
    },
  });
}
