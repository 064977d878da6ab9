import { Type, type Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { decodeCursor, encodeCursor, InvalidCursorError } from '../../../platform/cursors.ts';
import { referenceOf, findItem } from '../../change-sets/commands/items.ts';
import { childKey, childrenAfter, everyChild } from '../../hierarchy/store/children.ts';
import { findVisibleNamespace } from '../../namespaces/commands.ts';
import { notesAfter } from '../../notes/store.ts';
import { countNumbered, hitsOf, startSearch } from '../../search/commands.ts';
import { highlighted } from '../../search/commands/results.ts';
import type { SearchKind } from '../../search/store/sources.ts';
import { usersById } from '../../users/store.ts';
import { descriptionsById, type WorkItem } from '../../work-items/store.ts';
import { presentItem } from './presenting.ts';
import { fits, fitting, MAX_RESULT_ITEMS, partOf } from './results.ts';

const cursor = Type.Optional(Type.String({ maxLength: 2_000, description: 'next_cursor of the previous result' }));
const kinds = ['epic', 'issue', 'task'] as const satisfies readonly SearchKind[];

export const searchInput = Type.Object(
  {
    query: Type.String({ minLength: 1, maxLength: 1_000, description: 'Words, "phrases" and -excluded words' }),
    types: Type.Optional(
      Type.Array(Type.Enum([...kinds]), { minItems: 1, maxItems: kinds.length, description: 'Incidents are issues' }),
    ),
    state: Type.Optional(Type.Enum(['opened', 'closed'])),
    in: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Full path of a group or project to search in' }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_RESULT_ITEMS, default: 20 })),
    cursor,
  },
  { additionalProperties: false },
);

/** Items that the viewer may read, the best match first. */
export async function searchItems(ctx: Context, input: Static<typeof searchInput>): Promise<object> {
  const { query, types = kinds, state, limit = 20 } = input;
  const within = input.in === undefined ? null : await findVisibleNamespace(ctx, input.in);
  const search = await startSearch(ctx, { text: query, kinds: types, within, filters: state ? { state } : {} });
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor);
  const [hits, total] = await Promise.all([
    hitsOf(ctx, search, { limit, isBackward: false, cursor: after }),
    countNumbered(ctx, search),
  ]);
  const results = await highlighted(ctx, hits.slice(0, limit), search.searching?.query.words ?? []);
  const rows = await Promise.all(
    results.map(async ({ found, passage, cursor: key }) => ({
      key,
      item: found.kind === 'item' ? { ...(await presentItem(ctx, found.item)), passage: passage?.text ?? null } : null,
    })),
  );
  const resultWith = (shown: typeof rows | readonly (typeof rows)[number][]) => {
    const last = shown.at(-1);
    const hasMore = last !== undefined && (shown.length < rows.length || hits.length > limit);
    return {
      items: shown.flatMap(({ item }) => item ?? []),
      total,
      ...(hasMore && { next_cursor: encodeCursor(last.key) }),
    };
  };
  return resultWith(fitting(rows, resultWith));
}

export const readInput = Type.Object(
  {
    item: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Reference (group&5, group/project#3) or address of the page of an epic or issue',
    }),
    cursor,
  },
  { additionalProperties: false },
);

/** Where a page of the details of an item begins: in its description, its children, or its comments. */
type Position =
  | { in: 'description'; at: number }
  | { in: 'children'; after: readonly unknown[] | null }
  | { in: 'comments'; after: readonly unknown[] | null; rest: Rest };

/** The rest of a comment: from character `at` of this note. */
interface Rest {
  id: number;
  at: number;
}

const noRest: Rest = { id: 0, at: 0 };

interface Part {
  shown: object;
  /** Number of items in it. */
  count: number;
  next: Position | null;
}

/** An item with description, children and comments, as far as they fit. */
export async function readItem(ctx: Context, input: Static<typeof readInput>): Promise<object> {
  const item = await findItem(ctx, input.item);
  let next: Position | null = input.cursor === undefined ? { in: 'description', at: 0 } : positionIn(input.cursor);
  let result: object = { item: await presentItem(ctx, item) };
  let left = MAX_RESULT_ITEMS;
  for (let isFirst = true; next !== null && left > 0; isFirst = false) {
    const part: Part = await partAt(ctx, item, next, left);
    const longer = { ...result, ...part.shown };
    if (!isFirst && !fits(longer)) break;
    result = longer;
    left -= part.count;
    const isSame: boolean = part.next?.in === next.in;
    next = part.next;
    if (isSame) break;
  }
  return { ...result, ...(next && { next_cursor: cursorOf(next) }) };
}

function cursorOf(position: Position): string {
  if (position.in === 'description') return encodeCursor([position.in, position.at]);
  const rest = position.in === 'comments' ? [position.rest.id, position.rest.at] : [];
  return encodeCursor([position.in, ...rest, ...(position.after ?? [])]);
}

function positionIn(text: string): Position {
  const [part, ...values] = decodeCursor(text);
  const integer = (): number => {
    const value = values.shift();
    if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new InvalidCursorError();
    return value;
  };
  if (part === 'description') return { in: part, at: integer() };
  if (part !== 'children' && part !== 'comments') throw new InvalidCursorError();
  const rest = part === 'comments' ? { id: integer(), at: integer() } : noRest;
  const after = values.length > 0 ? values : null;
  return part === 'comments' ? { in: part, after, rest } : { in: part, after };
}

function partAt(ctx: Context, item: WorkItem, position: Position, limit: number): Promise<Part> {
  if (position.in === 'description') return descriptionFrom(ctx, item, position.at);
  return position.in === 'children'
    ? childrenFrom(ctx, item, position.after, limit)
    : commentsFrom(ctx, item, position, limit);
}

async function descriptionFrom(ctx: Context, item: WorkItem, at: number): Promise<Part> {
  const { description = '' } = (await ctx.load(descriptionsById, item.id)) ?? {};
  const part = partOf(description, at);
  const end = at + part.length;
  return {
    shown: { description: part },
    count: 0,
    next: end < description.length ? { in: 'description', at: end } : { in: 'children', after: null },
  };
}

async function childrenFrom(
  ctx: Context,
  item: WorkItem,
  after: readonly unknown[] | null,
  limit: number,
): Promise<Part> {
  const slice = { limit, isBackward: false, cursor: after };
  const all = (await ctx.load(childrenAfter(everyChild, slice), item.id)) ?? [];
  const children = all.slice(0, limit);
  const last = children.at(-1);
  return {
    shown: {
      children: children.map((child) => ({
        reference: referenceOf(child),
        type: child.type,
        title: child.title,
        state: child.state,
      })),
    },
    count: children.length,
    next:
      last && all.length > limit
        ? { in: 'children', after: childKey(last) }
        : { in: 'comments', after: null, rest: noRest },
  };
}

/** A comment that does not fit into a result ends it; the next one begins with the rest. */
async function commentsFrom(
  ctx: Context,
  item: WorkItem,
  { after, rest }: Extract<Position, { in: 'comments' }>,
  limit: number,
): Promise<Part> {
  const slice = { limit, isBackward: false, cursor: after };
  const all = await notesAfter(ctx, { workItemId: item.id, filter: 'comments' }, slice);
  const page = all.slice(0, limit);
  const authors = new Map(
    (
      await ctx.loadMany(
        usersById,
        page.flatMap(({ authorId }) => authorId ?? []),
      )
    ).map((user) => [user.id, user.username]),
  );
  const comments = page.map((note) => {
    const at = note.id === rest.id ? rest.at : 0;
    const body = partOf(note.body, at);
    return {
      author: note.authorId === null ? null : (authors.get(note.authorId) ?? null),
      created_at: note.createdAt.toISOString(),
      internal: note.isInternal,
      body,
      ...(at > 0 && { body_continues: true }),
      ...(at + body.length < note.body.length && { body_is_cut: true }),
    };
  });
  const cut = comments.findIndex((comment) => 'body_is_cut' in comment);
  const shown = fitting(cut === -1 ? comments : comments.slice(0, cut + 1), (some) => ({ comments: some }));
  const count = shown.length;
  const [before, last] = [page[count - 2], page[count - 1]];
  let next: Position | null = null;
  if (last && count === cut + 1) {
    const at = (last.id === rest.id ? rest.at : 0) + (shown[cut]?.body.length ?? 0);
    next = { in: 'comments', after: before?.sortKey ?? after, rest: { id: last.id, at } };
  } else if (last && count < all.length) next = { in: 'comments', after: last.sortKey, rest: noRest };
  return { shown: { comments: shown }, count, next };
}
