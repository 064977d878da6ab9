import { plugInRest } from '../../work-items/rest/plugs.ts';
import { presentIteration } from '../rest.ts';
import { iterationsById } from '../store.ts';

/** The iteration fields of issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'iteration',
    faces: ['issue'],
    async show(ctx, { iterationId }) {
      const iteration = iterationId === null ? null : await ctx.load(iterationsById, iterationId);
      return { iteration: iteration && presentIteration(ctx, iteration) };
    },
  });
}
