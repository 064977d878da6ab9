import { setImmediate } from 'node:timers/promises';
import { parseDocument, plainText, renderDocument, type MarkdownSource } from './document.ts';
import { mentionsFiles } from './links.ts';
import type { ReferenceCandidate, ReferenceResolver } from './resolver.ts';
import { RenderPool } from './render-pool.ts';
import { LIMITS, stateOf } from './state.ts';

export type { MarkdownSource } from './document.ts';

const NOTHING: ReadonlyMap<string, null> = new Map();

/** One per process, to bound the resources for large texts. */
const pool = new RenderPool();

/** Few words and nothing that Markdown could mean. */
const WORDS = /^[A-Za-z]+(?: [A-Za-z]+){0,4}$/;
const MAX_WORDS = 40;
const MAX_KEPT = 200;
/** The HTML of such texts, which depends on nothing else: most system notes are among them. */
const kept = new Map<string, string>();

function keep(text: string, html: string): void {
  if (kept.size < MAX_KEPT && text.length <= MAX_WORDS && WORDS.test(text)) kept.set(text, html);
}

/**
 * Renders texts in the order of the sources. References of all short texts are resolved in one call; texts of more than
 * `LIMITS.inServer` characters are rendered one by one in other processes. Throws TooManyLargeTextsError if their queue is full.
 */
export async function renderMarkdown(
  sources: readonly MarkdownSource[],
  resolver: ReferenceResolver,
): Promise<string[]> {
  const html = new Map<MarkdownSource, string>();
  for (const source of sources) {
    const known = kept.get(source.text);
    if (known !== undefined) html.set(source, known);
  }
  if (html.size === sources.length) return sources.map((source) => html.get(source) ?? '');
  const small = sources.filter((source) => !isLarge(source) && !html.has(source));
  for (const [index, rendered] of (await renderHere(small, resolver)).entries()) {
    const source = small[index] as MarkdownSource;
    html.set(source, rendered);
    keep(source.text, rendered);
  }
  for (const source of sources.filter(isLarge)) html.set(source, await pool.render(source, resolver));
  return sources.map((source) => html.get(source) ?? '');
}

function isLarge({ text }: MarkdownSource): boolean {
  return text.length > LIMITS.inServer && text.length <= LIMITS.document;
}

/** Renders texts of any size in this process; yields to the event loop after every `LIMITS.inServer` characters. */
export async function renderHere(sources: readonly MarkdownSource[], resolver: ReferenceResolver): Promise<string[]> {
  const parsed = await mapYielding(sources, (source) => parseDocument(source, resolver.origin));
  const candidates = new Map<string, ReferenceCandidate>();
  for (const each of parsed) {
    for (const [key, candidate] of each ? stateOf(each.env).candidates : []) candidates.set(key, candidate);
  }
  const resolved = candidates.size === 0 ? NOTHING : await resolver.resolve([...candidates.values()]);
  const files = await filesFor(sources, resolver);
  return mapYielding(sources, ({ text, base }, index) => {
    const document = parsed[index];
    if (!document) return plainText(text);
    Object.assign(stateOf(document.env), { resolved, files: (base && files.get(base.path)) ?? null });
    return renderDocument(document);
  });
}

/** Maps texts, yielding to the event loop in between, because many short texts together block as long as one large one. */
async function mapYielding<Result>(
  sources: readonly MarkdownSource[],
  work: (source: MarkdownSource, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let characters = 0;
  for (const [index, source] of sources.entries()) {
    if (characters > LIMITS.inServer) {
      characters = 0;
      await setImmediate();
    }
    characters += source.text.length;
    results.push(work(source, index));
  }
  return results;
}

async function filesFor(
  sources: readonly MarkdownSource[],
  resolver: ReferenceResolver,
): Promise<ReadonlyMap<string, string>> {
  const paths = sources.flatMap(({ text, base }) => (base && mentionsFiles(text) ? [base.path] : []));
  return paths.length > 0 && resolver.filesOf ? resolver.filesOf([...new Set(paths)]) : new Map<string, string>();
}

/** Renders one text whose references stay text, in this thread: for texts that are known to be short. */
export function renderMarkdownSync(text: string): string {
  const parsed = parseDocument({ text, base: null }, null);
  return parsed ? renderDocument(parsed) : plainText(text);
}

/** The reference candidates of a text, outside code and links, without duplicates: for mentions and cross-references. */
export function candidatesIn(source: MarkdownSource, origin: string | null): ReferenceCandidate[] {
  const parsed = parseDocument(source, origin);
  return parsed ? [...stateOf(parsed.env).candidates.values()] : [];
}
