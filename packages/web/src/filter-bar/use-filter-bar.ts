import type { Draft } from '@milepost/core/filter-bar/draft';
import {
  beginDraft,
  kindOfSymbol,
  draftStepBack,
  withoutGroup,
  withText,
  withValue,
} from '@milepost/core/filter-bar/draft';
import { inEarlierOrder, type TokenGroup } from '@milepost/core/filter-bar/groups';
import { quoteTerm, typedValue, unquoteTerm } from '@milepost/core/filter-bar/quotes';
import type { FilterToken, Operator } from '@milepost/core/filter-bar/tokens';
import { textType, tokenKey } from '@milepost/core/filter-bar/tokens';
import { useMemo, useState } from 'react';
import type { FilterKind } from './kinds.ts';

/** Changes the tokens by a function of the current ones. */
export type ChangeTokens = (change: (now: readonly FilterToken[]) => FilterToken[]) => void;

export interface FilterBarState {
  tokens: readonly FilterToken[];
  text: string;
  draft: Draft | null;
  isOpen: boolean;
}

export interface FilterBarActions {
  type: (text: string) => void;
  setOpen: (isOpen: boolean) => void;
  pickKind: (kind: FilterKind) => void;
  pickOperator: (operator: Operator) => void;
  pickValue: (data: string) => void;
  /** Searches for the text, or uses it as the value of the draft. */
  submit: () => void;
  /** Backspace in the empty field; false if there was nothing to step back from. */
  stepBack: () => boolean;
  edit: (group: TokenGroup) => void;
  remove: (group: TokenGroup) => void;
  /** Discards the draft; the token it was to replace is kept. */
  cancel: () => void;
  clear: () => void;
  restore: (tokens: readonly FilterToken[]) => void;
}

/** The state and actions of a filter bar. `onSearch` is called when a condition is added. */
export function useFilterBar(
  given: readonly FilterToken[],
  kinds: readonly FilterKind[],
  onChange: ChangeTokens,
  onSearch: (tokens: readonly FilterToken[]) => void,
): FilterBarState & FilterBarActions {
  const [order, setOrder] = useState<readonly FilterToken[]>(given);
  const [text, setText] = useState('');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isOpen, setOpen] = useState(false);
  const tokens = useMemo(() => inEarlierOrder(given, order), [given, order]);

  const apply = (change: (now: readonly FilterToken[]) => FilterToken[]): void =>
    onChange((now) => {
      const before = inEarlierOrder(now, order);
      const after = change(before);
      const known = new Set(before.map(tokenKey));
      setOrder(after);
      if (after.some((token) => !known.has(tokenKey(token)))) onSearch(after);
      return after;
    });
  const begin = (next: Draft | null, nextText = ''): void => {
    setDraft(next);
    setText(nextText);
    setOpen(next !== null);
  };
  const pickValue = (data: string): void => {
    if (draft === null) return;
    apply((now) => withValue(now, draft, data).tokens);
    const after = withValue(tokens, draft, data).draft;
    begin(after);
  };
  const replacedText = draft?.type === textType ? draft.replaces : null;
  return {
    tokens,
    text,
    draft,
    isOpen,
    setOpen,
    pickValue,
    type(next) {
      const kind =
        draft === null && text === ''
          ? kindOfSymbol(
              next,
              kinds.filter(({ isOffered }) => isOffered),
            )
          : undefined;
      if (kind) begin({ ...beginDraft(kind), operator: kind.operators[0] }, next);
      else {
        setText(next);
        setOpen(true);
      }
    },
    pickKind: (kind) => begin(beginDraft(kind)),
    pickOperator: (operator) => draft && begin({ ...draft, operator }),
    submit() {
      if (draft === null || draft.type === textType) {
        const term = unquoteTerm(text);
        if (term !== '' || replacedText) apply((now) => withText(now, term, replacedText));
        begin(null);
        return;
      }
      const kind = kinds.find(({ type }) => type === draft.type);
      const value = typedValue(text, kind?.symbol ?? '');
      if (draft.operator !== null && value !== '' && kind?.options.length === 0) pickValue(value);
      else setOpen(true);
    },
    stepBack() {
      if (draft === null) return false;
      const kind = kinds.find(({ type }) => type === draft.type);
      const back = draftStepBack(tokens, draft, kind);
      if (back.tokens.length < tokens.length) apply((now) => draftStepBack(now, draft, kind).tokens);
      setDraft(back.draft);
      setOpen(back.draft !== null);
      return true;
    },
    edit(group) {
      const draft = { type: group.type, operator: group.operator, replaces: group };
      if (group.type === textType) {
        begin(draft, quoteTerm(group.values[0] ?? ''));
        setOpen(false);
      } else begin(draft);
    },
    remove: (group) => apply((now) => withoutGroup(now, group)),
    cancel: () => begin(null),
    clear() {
      begin(null);
      apply(() => []);
    },
    restore(search) {
      begin(null);
      apply(() => [...search]);
    },
  };
}
