import { type QueryKey, skipToken, useQuery } from '@tanstack/react-query';
import { useDebounced } from '../ui/use-debounced.ts';
import type { Choice, ValueSource } from './kinds.ts';

/** Results are fresh for a minute. */
const staleTime = 60_000;

export interface Choices {
  found: readonly Choice[];
  /** The results belong to an earlier text. */
  isStale: boolean;
  isLoading: boolean;
  /** The text whose search failed; null if none did. */
  failedFor: string | null;
}

const nothing: readonly Choice[] = [];

/** The suggestions of a source for the typed text. */
export function useChoices(source: ValueSource | undefined, typed: string): Choices {
  const text = useDebounced(typed);
  const question = source?.search(text);
  const queryKey = question?.queryKey ?? ['filterBar', 'none'];
  const query = useQuery({
    queryKey,
    queryFn: question?.queryFn ?? skipToken,
    staleTime,
    // Results of an earlier text are kept until the response arrives; those of another kind are not.
    placeholderData: (before: readonly Choice[] | undefined, earlier) =>
      earlier && sourceKey(earlier.queryKey) === sourceKey(queryKey) ? before : undefined,
  });
  const isStale = text !== typed || query.isPlaceholderData;
  return {
    found: (source && query.data) || nothing,
    isStale,
    isLoading: source !== undefined && !query.isError && (isStale || query.isPending),
    failedFor: source !== undefined && query.isError && text === typed ? text : null,
  };
}

/** Identifies a source: its query keys differ only in their last part, the text. */
function sourceKey(key: QueryKey): string {
  return JSON.stringify(key.slice(0, -1));
}
