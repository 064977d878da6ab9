import type { MarkdownSource } from './document.ts';
import type { ReferenceCandidate, ResolvedReference } from './resolver.ts';

/** What a rendering thread is asked. First it parses a text; what that points at is looked up here, where the database is. */
export type RenderRequest =
  | { type: 'parse'; source: MarkdownSource; origin: string | null }
  | { type: 'render'; resolved: ReadonlyMap<string, ResolvedReference | null>; files: string | null };

/** `ready` comes once, when the code is loaded. */
export type RenderReply =
  | { type: 'ready' }
  | { type: 'parsed'; candidates: readonly ReferenceCandidate[] }
  | { type: 'rendered'; html: string }
  | { type: 'failed' };
