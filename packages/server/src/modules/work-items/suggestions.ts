import { baseOfNamespace, relativeReference } from '@milepost/core/text/references';
import type { WorkItemType } from '@milepost/core/work-items';
import { nameToEmoji } from 'gemoji';
import type { Context } from '../../platform/context.ts';
import { suggestedMembers } from '../members/store.ts';
import { offeredActions } from './commands/actions.ts';
import type { SuggestionSource, SuggestionRequest } from './commands/sockets.ts';
import { workItemsOnPage } from './store/lists.ts';
import { issueTypes } from './store.ts';

const MAX_SUGGESTIONS = 10;
/** Maximum digits that are searched as a number, so that it fits into a PostgreSQL integer. */
const MAX_DIGITS = 9;

/** The suggestions of work items; labels and milestones have rooms of their own. */
export const workItemSuggestions: readonly SuggestionSource[] = [
  {
    name: 'members',
    async suggest(ctx, { namespace, search }) {
      const relations =
        namespace.kind === 'group'
          ? (['direct', 'inherited', 'shared', 'sharedAbove', 'descendants'] as const)
          : (['direct', 'inherited', 'shared', 'sharedAbove'] as const);
      const filter = { relations, isActive: true, ...(search && { search }) };
      const people = await suggestedMembers(ctx.db, ctx.viewer, namespace, filter, MAX_SUGGESTIONS);
      return people.map(({ username, name, avatarUrl, isServiceAccount }) => ({
        type: 'User',
        username,
        name,
        avatar_url: avatarUrl,
        availability: null,
        ...(isServiceAccount && { service_account: true }),
      }));
    },
  },
  { name: 'issues', suggest: (ctx, wanted) => itemsOf(ctx, wanted, issueTypes) },
  { name: 'epics', suggest: (ctx, wanted) => itemsOf(ctx, wanted, ['epic']) },
  {
    name: 'emojis',
    suggest: (_ctx, { search }) => Promise.resolve(emojisNamed(search.toLowerCase())),
  },
  {
    name: 'commands',
    suggest(ctx, { acted, search }) {
      const offered = acted ? offeredActions(ctx, acted) : [];
      const wanted = search.toLowerCase();
      const isWanted = (name: string): boolean => name.includes(wanted);
      return Promise.resolve(
        offered
          .filter(({ name, aliases = [] }) => isWanted(name) || aliases.some(isWanted))
          .map(({ name, aliases = [], description, params }) => ({
            name,
            aliases,
            description,
            warning: '',
            icon: '',
            params: params === undefined ? [] : [params],
          })),
      );
    },
  },
];

/** By number if digits were typed, otherwise by words of the title; newest first. */
async function itemsOf(
  ctx: Context,
  { namespace, search, isConfidentialOnly, acted }: SuggestionRequest,
  types: readonly WorkItemType[],
): Promise<object[]> {
  const isNumber = /^\d+$/.test(search);
  if (isNumber && search.length > MAX_DIGITS) return [];
  const items = await workItemsOnPage(
    ctx,
    {
      scope: {
        of: namespace,
        includeDescendants: namespace.kind === 'group',
        includeAncestors: types.includes('epic'),
      },
      types,
      filter: {
        is: { ...(isNumber && { iidStartsWith: search }), ...(isConfidentialOnly && { isConfidential: true }) },
        not: {},
        or: {},
      },
      ...(search !== '' && !isNumber && { search: { text: search, in: ['title'] as const } }),
      order: { by: 'createdAt', isDescending: true },
    },
    { page: 1, perPage: MAX_SUGGESTIONS + 1, offset: 0 },
  );
  const base = baseOfNamespace(namespace);
  return items
    .filter(({ id }) => id !== acted?.item.id)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ id, iid, title, state, type, namespacePath, isConfidential }) => ({
      id,
      iid,
      title,
      state,
      type,
      confidential: isConfidential,
      reference: relativeReference(
        { kind: type === 'epic' ? 'epic' : 'issue', path: namespacePath, name: String(iid) },
        // The short form of an epic is valid in its group's own projects only.
        type === 'epic' && base.kind === 'project' ? { path: parentOf(base.path), kind: 'group' } : base,
      ),
    }));
}

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const emojiNames = Object.keys(nameToEmoji);

function emojisNamed(search: string): object[] {
  const beginning = emojiNames.filter((name) => name.startsWith(search));
  const within = emojiNames.filter((name) => !name.startsWith(search) && name.includes(search));
  return [...beginning, ...within].slice(0, MAX_SUGGESTIONS).map((name) => ({ name, emoji: nameToEmoji[name] }));
}
