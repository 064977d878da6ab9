import { unreachable } from '@milepost/core/errors';
import type { MilestoneId, NamespaceId, NoteId, UserId, WorkItemId } from '@milepost/core/ids';
import { milestonePath } from '@milepost/core/timeboxes/milestones';
import { webPathOf as namespacePathOf } from '@milepost/core/namespaces';
import {
  foldWord,
  MAX_PASSAGE_LENGTH,
  passageOf,
  wordsIn,
  type MatchedWord,
  type Passage,
} from '@milepost/core/text/passages';
import { webPathOf } from '@milepost/core/work-items';
import type { Context } from '../../../platform/context.ts';
import { textWithoutMarkup } from '../../../platform/markdown/plain.ts';
import { milestonesById, type Milestone } from '../../milestones/store.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { notesById, type Note } from '../../notes/store.ts';
import { usersById, type User } from '../../users/store.ts';
import { descriptionsById, workItemsById, type WorkItem } from '../../work-items/store.ts';
import { formsOf, type SearchedWord } from '../store/query.ts';
import { items, milestones, namespaces, notes, type Source } from '../store/sources.ts';
import type { Hit } from '../store/results.ts';

/** A loaded result, by its kind. */
export type Found =
  | { kind: 'item'; item: WorkItem; text: string }
  | { kind: 'note'; note: Note; item: WorkItem; text: string }
  | { kind: 'milestone'; milestone: Milestone; text: string }
  | { kind: 'namespace'; namespace: Namespace; text: string }
  | { kind: 'user'; user: User; text: string };

/** A result with the matched words in its title and in a passage of its text. */
export interface SearchResult {
  found: Found;
  cursor: readonly unknown[];
  title: Passage;
  passage: Passage | null;
}

/** Maximum length of a text in which a passage is searched; of a longer one only the part around the match is read. */
const MAX_SOURCE_LENGTH = 20_000;
const MAX_TITLE_LENGTH = 1000;

/** Loads the objects of hits, without those that have been deleted since. */
export async function loadHits(ctx: Context, hits: readonly Hit[]): Promise<{ found: Found; hit: Hit }[]> {
  const loaded = await Promise.all(hits.map(async (hit) => ({ hit, found: await loadHit(ctx, hit.source, hit.id) })));
  return loaded.filter((each): each is { found: Found; hit: Hit } => each.found !== null);
}

async function loadHit(ctx: Context, source: Source, id: number): Promise<Found | null> {
  switch (source) {
    case items: {
      const [item, texts] = await Promise.all([
        ctx.load(workItemsById, id as WorkItemId),
        ctx.load(descriptionsById, id as WorkItemId),
      ]);
      return item && { kind: 'item', item, text: texts?.description ?? '' };
    }
    case notes: {
      const note = await ctx.load(notesById, id as NoteId);
      const item = note && (await ctx.load(workItemsById, note.workItemId));
      return note && item && { kind: 'note', note, item, text: note.body };
    }
    case milestones: {
      const milestone = await ctx.load(milestonesById, id as MilestoneId);
      return milestone && { kind: 'milestone', milestone, text: milestone.description };
    }
    case namespaces: {
      const namespace = await ctx.load(namespacesById, id as NamespaceId);
      return namespace && { kind: 'namespace', namespace, text: namespace.description };
    }
    default: {
      const user = await ctx.load(usersById, id as UserId);
      return user && { kind: 'user', user, text: '' };
    }
  }
}

/** The results with their matched words: one statement for all of them. */
export async function highlighted(
  ctx: Context,
  hits: readonly Hit[],
  words: readonly SearchedWord[],
): Promise<SearchResult[]> {
  const loaded = await loadHits(ctx, hits);
  const texts = loaded.map(({ found }) => ({ title: titleOf(found), text: textOf(found, words) }));
  const matcher = await matcherFor(
    ctx,
    texts.flatMap(({ title, text }) => [title, text]),
    words,
  );
  return loaded.map(({ found, hit }, index) => {
    const { title = '', text = '' } = texts[index] ?? {};
    return {
      found,
      cursor: hit.cursor,
      title: passageOf(title, matcher(title), MAX_TITLE_LENGTH),
      passage: text === '' ? null : passageOf(text, matcher(text), MAX_PASSAGE_LENGTH),
    };
  });
}

/** Returns a matcher for the searched words. The database computes the stems. */
async function matcherFor(
  ctx: Context,
  texts: readonly string[],
  searched: readonly SearchedWord[],
): Promise<(text: string) => MatchedWord[]> {
  const starts = new Set(searched.flatMap(({ prefix, stem }) => [prefix.slice(0, 2), stem.slice(0, 2)]));
  const candidates = new Set<string>();
  for (const text of texts) {
    for (const { word } of wordsIn(text)) {
      const folded = foldWord(word);
      if (starts.has(folded.slice(0, 2)) || /[^ -~]/.test(folded)) candidates.add(word.toLowerCase());
    }
  }
  const forms = await formsOf(ctx, [...candidates]);
  const termOf = (word: string): number => {
    const form = forms.get(word.toLowerCase());
    if (!form) return -1;
    return searched.findIndex(
      ({ prefix, stem }) =>
        form.stem === stem || (prefix.length > 1 ? form.prefix.startsWith(prefix) : form.prefix === prefix),
    );
  };
  return (text) =>
    wordsIn(text).flatMap(({ word, start, end }) => {
      const term = termOf(word);
      return term === -1 ? [] : [{ start, end, term }];
    });
}

function titleOf(found: Found): string {
  switch (found.kind) {
    case 'item':
      return found.item.title;
    case 'note':
      return found.item.title;
    case 'milestone':
      return found.milestone.title;
    case 'namespace':
      return found.namespace.fullName;
    case 'user':
      return found.user.name;
    default:
      return unreachable(found);
  }
}

/** The text without markup; of a long one the part around the first match. */
function textOf({ text }: Found, words: readonly SearchedWord[]): string {
  if (text.length <= MAX_SOURCE_LENGTH) return textWithoutMarkup(text);
  const folded = text.toLowerCase();
  const positions = words.map(({ stem }) => folded.indexOf(stem.slice(0, -1) || stem)).filter((at) => at >= 0);
  const from = Math.max(0, Math.min(...positions, text.length) - MAX_SOURCE_LENGTH / 2);
  const start = positions.length === 0 || from === 0 ? 0 : text.indexOf('\n', from) + 1 || from;
  return textWithoutMarkup(text.slice(start, start + MAX_SOURCE_LENGTH));
}

/** The page of a result. */
export function pathOf(found: Found): string {
  switch (found.kind) {
    case 'item':
      return webPathOf(found.item);
    case 'note':
      return `${webPathOf(found.item)}#note_${found.note.id}`;
    case 'milestone': {
      const { namespaceKind, namespacePath, iid } = found.milestone;
      return milestonePath(namespaceKind, namespacePath, iid);
    }
    case 'namespace':
      return namespacePathOf(found.namespace);
    case 'user':
      return `/${found.user.username}`;
    default:
      return unreachable(found);
  }
}

/** The object of a result, for its dates. */
export function recordOf(found: Found): { createdAt: Date; updatedAt: Date } {
  switch (found.kind) {
    case 'item':
      return found.item;
    case 'note':
      return found.note;
    case 'milestone':
      return found.milestone;
    case 'namespace':
      return found.namespace;
    case 'user':
      return found.user;
    default:
      return unreachable(found);
  }
}
