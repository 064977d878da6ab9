import type { TokenKind, TokenOption } from '@milepost/core/filter-bar/tokens';
import type { NoMatch } from '../ui/list/no-match.ts';
import type { AvatarPerson } from '../ui/text/Avatar.tsx';
import type { QueryKey, UseQueryOptions } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { IntlShape, MessageDescriptor } from 'react-intl';
import type { ReactNode } from 'react';

/** A kind of token in one bar. */
export interface FilterKind extends TokenKind {
  /** False: shown when a URL contains it, but not offered. */
  isOffered: boolean;
  /** Wildcards: "None", "Any". They allow `is` only. */
  wildcards: readonly TokenOption[];
  /** The kind whose lazy part it uses, where several share one; its own otherwise. */
  part?: string;
}

/** The wildcard that a value means; case-insensitive. */
export function wildcardOf(wildcards: readonly TokenOption[], value: string): TokenOption | undefined {
  return wildcards.find((wildcard) => wildcard.value.toLowerCase() === value.toLowerCase());
}

/** The icon of a value: a person or group, a color, an emoji. */
export type ChoiceIconSpec =
  | { kind: 'namespace'; name: string; imageUrl: string | null }
  | { kind: 'person'; person: AvatarPerson }
  | { kind: 'color'; color: string }
  | { kind: 'emoji'; text: string };

/** One value as offered in the list. */
export interface Choice {
  value: string;
  title: string;
  /** A second line, in which matches are marked if it is text. */
  detail?: ReactNode;
  /** How a token shows it. */
  short: string;
  icon?: ChoiceIconSpec;
}

/** A server query for the cache. The last part of the key is the searched text or value. */
export interface Question<Answer> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/** The group or project whose list is filtered. */
export interface FilterScope {
  fullPath: string;
  isProject: boolean;
}

/** The source of a kind's values. */
export interface ValueSource {
  /** The choices for a text; the empty text returns the initial ones. */
  search: (text: string) => Question<readonly Choice[]>;
  /** The choice of a known value, for example from a URL; null if there is none. */
  find: (value: string) => Question<Choice | null>;
  /** How a token shows a value that {@link find} does not find, with `value`; by default it shows the value alone. */
  missing?: MessageDescriptor;
  /** The error message when {@link search} fails. */
  failure: (text: string) => MessageDescriptor;
  /** What to say and offer when nothing matches; by default that nothing was found. */
  noMatch?: (intl: IntlShape) => UseQueryOptions<NoMatch>;
  /** Available without a request. */
  preloaded: readonly Choice[];
}

/** The lazily loaded part of a kind. */
export interface KindPart {
  icon: LucideIcon;
  source?: ValueSource;
}

export type KindParts = Readonly<Record<string, KindPart>>;
