import type { MarkdownSource } from './document.ts';
import type { ReferenceCandidate, ResolvedReference } from './resolver.ts';

/**
 * The requests to a rendering thread. It first parses a text; the references are then looked up in the main thread, which has
 * the database.
 */
export type RenderRequest =
  | { type: 'parse'; source: MarkdownSource; origin: string | null }
  | { type: 'render'; resolved: ReadonlyMap<string, ResolvedReference | null>; files: string | null };

/** `ready` comes once, when the code is loaded. */
export type RenderReply =
  | { type: 'ready' }
  | { type: 'parsed'; candidates: readonly ReferenceCandidate[] }
  | { type: 'rendered'; html: string }
  | { type: 'failed' };
