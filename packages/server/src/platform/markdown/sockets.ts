import type { ReferenceKind } from '@milepost/core/text/references';
import type { Context } from '../context.ts';
import type { ReferenceCandidate, ReferenceResolver, ResolvedReference } from './resolver.ts';
import { renderMarkdown, type MarkdownSource } from './render.ts';

/** The references that a room resolves. */
export interface ReferencePlug {
  readonly kinds: readonly ReferenceKind[];
  /**
   * The targets of the candidates, by key; those left out stay text. The HTML is stored and shown to everyone who may read the
   * text, so a plug returns only what all of them may see, independent of the author.
   */
  resolve(ctx: Context, candidates: readonly ReferenceCandidate[]): Promise<ReadonlyMap<string, ResolvedReference>>;
}

/** Prefix of `/uploads/…`, by the full path of the text's namespace; a namespace without files is left out. */
export type FilePlug = (ctx: Context, paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

let files: FilePlug | null = null;

/** Called by the room that stores attachments, before anything is served. */
export function plugInFiles(plug: FilePlug): void {
  files = plug;
}

const plugs: ReferencePlug[] = [];

/** Called by each room that text can point into, before anything is served. */
export function plugInReference(plug: ReferencePlug): void {
  if (!plugs.includes(plug)) plugs.push(plug);
}

/** The HTML of texts, in their order. The references of all texts are resolved together. */
export function renderTexts(ctx: Context, sources: readonly MarkdownSource[]): Promise<string[]> {
  return renderMarkdown(sources, resolverFor(ctx));
}

/** The HTML of one text. `base`: the namespace that its short references are relative to; null for none. */
export async function renderText(ctx: Context, text: string, base: MarkdownSource['base']): Promise<string> {
  if (text === '') return '';
  const [html = ''] = await renderTexts(ctx, [{ text, base }]);
  return html;
}

function resolverFor(ctx: Context): ReferenceResolver {
  return {
    origin: ctx.baseUrl,
    filesOf: async (paths) => (files ? files(ctx, paths) : new Map()),
    async resolve(candidates) {
      const resolved = new Map<string, ResolvedReference>();
      for (const plug of plugs) {
        const own = candidates.filter((candidate) => plug.kinds.includes(candidate.kind));
        if (own.length === 0) continue;
        for (const [key, reference] of await plug.resolve(ctx, own)) resolved.set(key, reference);
      }
      return resolved;
    },
  };
}
