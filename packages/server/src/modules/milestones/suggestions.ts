import type { SuggestionSource } from '../work-items/commands/sockets.ts';
import { milestonesOnPage } from './store.ts';

/** Completions of `%`: open milestones that the item can have. */
export const milestoneSuggestions: SuggestionSource = {
  name: 'milestones',
  async suggest(ctx, { namespace, search }) {
    const milestones = await milestonesOnPage(
      ctx,
      { namespace, includeAncestors: true, state: 'active', searchTitle: search, sort: 'EXPIRED_LAST_DUE_DATE_ASC' },
      { page: 1, perPage: 20, offset: 0 },
    );
    return milestones.map(({ id, iid, title, dueDate }) => ({ id, iid, title, due_date: dueDate }));
  },
};
