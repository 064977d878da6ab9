import { wordsIn } from '@milepost/core/text/passages';
import type { Context } from '../../../platform/context.ts';
import { namespacesById } from '../../namespaces/store.ts';
import { hitsOf, startSearch } from '../../search/commands.ts';
import { highlighted, pathOf, type SearchResult } from '../../search/commands/results.ts';
import { isOffered } from '../policy.ts';
import { guideMatches } from './guide.ts';
import { requestModel, tokensOf, estimate, type ModelCall } from './model.ts';

/** A text that may answer a question, with its page. */
export interface Passage {
  title: string;
  url: string;
  text: string;
}

const MAX_WORDS = 6;
const HITS_PER_WORD = 12;
const MAX_GUIDE_PASSAGES = 6;
const MAX_ITEM_PASSAGES = 12;
const MAX_PASSAGES = 10;

/** Words of questions that say nothing about their subject. */
const ignored = new Set(
  (
    'a an the of in on at to for from with by about into over is are was were be been do does did can could should would will ' +
    'how what when where which who whom whose why i we you they he she it my our your their this that these those and or not no ' +
    'me us them as if there here has have had get any all some please tell show explain'
  ).split(' '),
);

/** The words of a question that are searched, the longest ones if there are many. */
export function searchedWords(question: string): string[] {
  const words = wordsIn(question).map(({ word }) => word.toLowerCase());
  const searched = [...new Set(words)].filter((word) => word.length > 1 && !ignored.has(word));
  return searched.toSorted((one, other) => other.length - one.length).slice(0, MAX_WORDS);
}

/**
 * Passages of the guide and of items that the viewer may read now, the best first. Rights are checked by this search: nothing is kept
 * between questions.
 */
export async function passagesFor(ctx: Context, question: string): Promise<Passage[]> {
  const words = searchedWords(question);
  if (words.length === 0) return [];
  const [items, guide] = [await itemPassages(ctx, words), guidePassages(ctx, words)];
  // Alternating: the scores of guide and items cannot be compared.
  const merged: Passage[] = [];
  for (let index = 0; merged.length < items.length + guide.length; index += 1) {
    merged.push(...[guide[index], items[index]].filter((passage) => passage !== undefined));
  }
  return merged;
}

function guidePassages({ baseUrl }: Context, words: readonly string[]): Passage[] {
  return guideMatches(words, MAX_GUIDE_PASSAGES).map(({ section }) => ({
    title: section.title,
    url: `${baseUrl}/-/guide/${section.page}#${section.anchor}`,
    text: section.text,
  }));
}

/** Each word is searched alone, because no item has all words of a question; items that match rare words come first. */
async function itemPassages(ctx: Context, words: readonly string[]): Promise<Passage[]> {
  const found = new Map<string, { result: SearchResult; score: number }>();
  for (const word of words) {
    const request = { text: word, kinds: ['epic', 'issue', 'task', 'note'] as const, within: null, filters: {} };
    if (word.length < 2) continue;
    const search = await startSearch(ctx, request);
    const hits = await hitsOf(ctx, search, { limit: HITS_PER_WORD, isBackward: false, cursor: null });
    const results = await highlighted(ctx, hits, search.searching?.query.words ?? []);
    for (const [position, result] of results.entries()) {
      const key = pathOf(result.found);
      const known = found.get(key);
      const score = (known?.score ?? 0) + 1 / Math.log2(2 + results.length) + 0.5 / (1 + position);
      found.set(key, { result: known?.result ?? result, score });
    }
  }
  const ranked = [...found.values()].toSorted((one, other) => other.score - one.score);
  const passages: Passage[] = [];
  for (const { result } of ranked) {
    if (passages.length === MAX_ITEM_PASSAGES) break;
    const passage = await passageOf(ctx, result);
    if (passage) passages.push(passage);
  }
  return passages;
}

/** Null where the assistant is off. */
async function passageOf(ctx: Context, { found, title, passage }: SearchResult): Promise<Passage | null> {
  if (found.kind !== 'item' && found.kind !== 'note') return null;
  const namespace = await ctx.load(namespacesById, found.item.namespaceId);
  const root = namespace && (await ctx.load(namespacesById, namespace.rootId));
  if (!namespace || !root || !isOffered({ namespace, root }, 'ask')) return null;
  return { title: title.text, url: ctx.baseUrl + pathOf(found), text: passage?.text ?? title.text };
}

/** The passages for an answer. With an embedding model they are ranked by similarity with the question. */
export async function rankedPassages(call: ModelCall, question: string): Promise<Passage[]> {
  const passages = await passagesFor(call.ctx, question);
  const model = call.ctx.services.assistant?.embeddingModel ?? null;
  if (model === null || passages.length < 2) return passages.slice(0, MAX_PASSAGES);
  const inputs = [question, ...passages.map(({ title, text }) => `${title}\n${text}`)];
  const input = inputs.join('\n');
  const vectors = await requestModel({ ...call, feature: 'rank' }, { model, input }, async ({ client, signal }) => {
    const answer = await client.embeddings.create({ model, input: inputs, encoding_format: 'float' }, { signal });
    const tokens = answer.usage
      ? tokensOf({ prompt_tokens: answer.usage.prompt_tokens })
      : { in: estimate(input), out: 0 };
    return { answer: answer.data.map(({ embedding }) => embedding), tokens };
  });
  const [wanted, ...others] = vectors;
  if (!wanted || others.length !== passages.length) return passages.slice(0, MAX_PASSAGES);
  return passages
    .map((passage, index) => ({ passage, score: similarity(wanted, others[index] ?? []) }))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_PASSAGES)
    .map(({ passage }) => passage);
}

/** The cosine of the angle between two vectors. */
export function similarity(one: readonly number[], other: readonly number[]): number {
  const dot = (left: readonly number[], right: readonly number[]) =>
    left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
  const length = Math.sqrt(dot(one, one) * dot(other, other));
  return length === 0 ? 0 : dot(one, other) / length;
}
