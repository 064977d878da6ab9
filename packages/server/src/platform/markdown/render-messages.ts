import type { MarkdownSource } from './document.ts';
import type { ReferenceCandidate, ResolvedReference } from './resolver.ts';

/**
 * Requests to a rendering process: it first parses a text; then the server, which has the database, resolves the references.
 */
export type RenderRequest =
  | { type: 'parse'; source: MarkdownSource; origin: string | null }
  | { type: 'render'; resolved: ReadonlyMap<string, ResolvedReference | null>; files: string | null };

/** Replies of a rendering process; `ready` is sent once, when its code is loaded. */
export type RenderReply =
  | { type: 'ready' }
  | { type: 'parsed'; candidates: readonly ReferenceCandidate[] }
  | { type: 'rendered'; html: string }
  | { type: 'failed' };
