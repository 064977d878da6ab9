import type { Draft } from '@milepost/core/filter-bar/draft';
import { quoteTerm, typedValue, unquoteTerm } from '@milepost/core/filter-bar/quotes';
import type { Operator } from '@milepost/core/filter-bar/tokens';
import { textType } from '@milepost/core/filter-bar/tokens';
import type { IntlShape } from 'react-intl';
import type { Choice, FilterKind } from './kinds.ts';
import { wildcardOf } from './kinds.ts';
import { operatorSigns, operatorMessages } from './messages.ts';

/** One option of the list. */
export type Option =
  | { kind: 'search'; key: string; text: string }
  | { kind: 'kind'; key: string; of: FilterKind }
  | { kind: 'operator'; key: string; operator: Operator; title: string }
  | { kind: 'value'; key: string; choice: Choice; isChosen: boolean }
  | { kind: 'offer'; key: string; title: string; perform: () => void };

/** The typed part of a value, a kind or an operator. */
export function typedOf(text: string, kind: FilterKind | undefined): string {
  return kind ? typedValue(text, kind.symbol) : text.trim();
}

/** The lines for a field without a draft, or with changed text: search for it, or start a token. */
export function kindOptions(text: string, draft: Draft | null, kinds: readonly FilterKind[]): Option[] {
  const term = unquoteTerm(text);
  const search: Option[] = term === '' ? [] : [{ kind: 'search', key: 'search', text: quoteTerm(term) }];
  if (draft?.type === textType) return search;
  const offered = kinds.filter(({ isOffered, title }) => isOffered && contains(title, term));
  return [...search, ...offered.map((of) => ({ kind: 'kind', key: of.type, of }) as const)];
}

/** The options for a kind whose operator is not chosen yet. */
export function operatorOptions(text: string, kind: FilterKind, intl: IntlShape): Option[] {
  return kind.operators
    .map((operator) => ({ operator, title: intl.formatMessage(operatorMessages[operator]) }))
    .filter(({ operator, title }) => contains(title, text) || operatorSigns[operator].startsWith(text.trim()))
    .map(({ operator, title }) => ({ kind: 'operator', key: operator, operator, title }));
}

export interface Values {
  kind: FilterKind;
  draft: Draft;
  gathered: readonly string[];
  typed: string;
  preloaded: readonly Choice[];
  /** The server's results; for an earlier text when `isStale`. */
  found: readonly Choice[];
  isStale: boolean;
}

/**
 * The lines for the values of a kind: wildcards, then preloaded values, then results. An exact match comes before a partial
 * one, or Enter would choose the wrong value.
 */
export function valueOptions({ kind, draft, gathered, typed, preloaded, found, isStale }: Values): Option[] {
  const many = draft.operator === 'is' ? kind.wildcards : [];
  const fixed = [...many, ...kind.options]
    .filter(({ title }) => contains(title, typed))
    .map(({ value, title }): Choice => ({ value, title, short: title }));
  const here = preloaded.filter((choice) => matches(choice, typed));
  const ready = new Set(here.map(({ value }) => value));
  const rest = found.filter(
    (choice) =>
      !ready.has(choice.value) &&
      (!isStale || matches(choice, typed)) &&
      // A label may be called "None". When requested, it means all items without a label.
      wildcardOf(many, choice.value) === undefined,
  );
  const all = [...fixed, ...here, ...rest];
  return [...all.filter((choice) => isCalled(choice, typed)), ...all.filter((choice) => !isCalled(choice, typed))].map(
    (choice) => ({
      kind: 'value',
      key: `value ${choice.value}`,
      choice,
      isChosen: gathered.includes(choice.value),
    }),
  );
}

/**
 * The line that Enter chooses before the arrow keys are used; -1 for none, as in an empty field without a draft. With typed text
 * it is the first line, without it the first one that is not a wildcard.
 */
export function firstMarked(options: readonly Option[], draft: Draft | null, typed: string, kind?: FilterKind): number {
  if (options.length === 0 || (draft === null && typed === '')) return -1;
  if (typed !== '' || !kind) return 0;
  const wildcards = new Set(kind.wildcards.map(({ value }) => value));
  return options.findIndex((option) => option.kind !== 'value' || !wildcards.has(option.choice.value));
}

function matches({ title, value, detail }: Choice, typed: string): boolean {
  const texts = [title, value, ...(typeof detail === 'string' ? [detail] : [])];
  return texts.some((text) => contains(text, typed));
}

export function isCalled({ title, value }: Choice, typed: string): boolean {
  const name = typed.trim().toLowerCase();
  return name !== '' && (title.toLowerCase() === name || value.toLowerCase() === name);
}

function contains(text: string, part: string): boolean {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}

/** A title in three parts: before the match, the match, and after it. */
export function splitAt(title: string, typed: string): [string, string, string] {
  const at = typed === '' ? -1 : title.toLowerCase().indexOf(typed.toLowerCase());
  if (at === -1) return [title, '', ''];
  return [title.slice(0, at), title.slice(at, at + typed.length), title.slice(at + typed.length)];
}
