import type { TokenKind, TokenOption } from '@milepost/core/filter-bar/tokens';
import type { QueryKey } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { MessageDescriptor } from 'react-intl';
import type { ReactNode } from 'react';

/** A kind of token in one bar. */
export interface FilterKind extends TokenKind {
  /** False: shown where an address brings it along, but not offered. */
  isOffered: boolean;
  /** Wildcards: "None", "Any". They allow `is` only. */
  wildcards: readonly TokenOption[];
  /** Whose part it takes, where several kinds share one; its own otherwise. */
  part?: string;
}

/** The value for many that a value means; letter case makes no difference to those. */
export function wildcardOf(wildcards: readonly TokenOption[], value: string): TokenOption | undefined {
  return wildcards.find((wildcard) => wildcard.value.toLowerCase() === value.toLowerCase());
}

/** The icon before a value: a person or group, a colour, an emoji. */
export type ChoiceIconSpec =
  | { kind: 'avatar'; name: string; imageUrl: string | null; shape: 'round' | 'square' }
  | { kind: 'color'; color: string }
  | { kind: 'emoji'; text: string };

/** One value as the list offers it. */
export interface Choice {
  value: string;
  title: string;
  /** A second line; what was typed is marked in a text. */
  detail?: ReactNode;
  /** What a token shows of it. */
  short: string;
  icon?: ChoiceIconSpec;
}

/** A question to the server, for the cache. The last part of the key is what is asked for: a text or a value. */
export interface Question<Answer> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/** Whose list is filtered. */
export interface FilterScope {
  fullPath: string;
  isProject: boolean;
}

/** Where the values of a kind come from. */
export interface ValueSource {
  /** The choices for a text; the empty text asks for what to begin with. */
  search: (text: string) => Question<readonly Choice[]>;
  /** The choice of a value that is known, from an address perhaps; null where there is none. */
  find: (value: string) => Question<Choice | null>;
  /** What to say when {@link search} fails. */
  failure: (text: string) => MessageDescriptor;
  /** There before anything is asked. */
  preloaded: readonly Choice[];
}

/** What a bar needs of a kind only once it is used: so it is loaded then. */
export interface KindPart {
  icon: LucideIcon;
  source?: ValueSource;
}

export type KindParts = Readonly<Record<string, KindPart>>;
