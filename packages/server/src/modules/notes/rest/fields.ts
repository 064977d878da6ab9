import { plugInRest } from '../../work-items/rest/plugs.ts';
import { noteCountsOfWorkItem } from '../store.ts';

/** The note fields of issues in REST. */
export function plugInRestFields(): void {
  plugInRest({
    name: 'notes',
    faces: ['issue'],
    async show(ctx, item) {
      const counts = await ctx.load(noteCountsOfWorkItem, item.id);
      return { user_notes_count: counts?.notes ?? 0 };
    },
  });
}
