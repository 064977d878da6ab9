import type { SuggestionSource } from '../work-items/commands/sockets.ts';
import { labelsOnPage } from './store.ts';

/** Completions of `~`: labels that the item can have. */
export const labelSuggestions: SuggestionSource = {
  name: 'labels',
  async suggest(ctx, { namespace, search }) {
    const labels = await labelsOnPage(
      ctx,
      { namespace, includeAncestors: true, onlyGroupLabels: true, search, searchIn: ['title'], isArchived: false },
      { page: 1, perPage: 20, offset: 0 },
    );
    const wanted = search.toLowerCase();
    return labels
      .toSorted((a, b) => Number(!starts(a.title, wanted)) - Number(!starts(b.title, wanted)))
      .map(({ title, color, textColor, description, namespaceKind }) => ({
        title,
        color,
        text_color: textColor,
        description,
        type: namespaceKind === 'group' ? 'GroupLabel' : 'ProjectLabel',
      }));
  },
};

const starts = (title: string, search: string): boolean => title.toLowerCase().startsWith(search);
