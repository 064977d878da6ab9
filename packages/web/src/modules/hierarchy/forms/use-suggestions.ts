import { queryOptions, useQuery } from '@tanstack/react-query';
import { present, request } from '../../../app/graphql.ts';
import { useRested } from '../../../app/use-rested.ts';
import { suggestedEpics, suggestedIssues } from '../operations.ts';
import { looksLikeReference } from './references.ts';

export interface Suggestion {
  title: string;
  /** In full. */
  reference: string;
}

/** What may be meant by what is typed: by number, or by words of the title. Nothing where asking fails: typing goes on. */
export function useSuggestions(kind: 'epic' | 'issue', fullPath: string, typed: string): readonly Suggestion[] {
  const text = useRested(typed.trim());
  const isAsked = text !== '' && (!looksLikeReference(text) || /^[#&]?\d+$/.test(text));
  const query = useQuery({
    ...suggestions(kind, fullPath.split('/')[0] ?? fullPath, text),
    enabled: isAsked,
    placeholderData: (last) => last,
  });
  return isAsked ? (query.data ?? []) : [];
}

function suggestions(kind: 'epic' | 'issue', fullPath: string, text: string) {
  return queryOptions({
    queryKey: ['suggested', kind, fullPath, text],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Suggestion[]> => {
      const number = /^[#&]?(\d+)$/.exec(text)?.[1];
      if (kind === 'epic') {
        const variables = number ? { fullPath, iidStartsWith: number } : { fullPath, search: text };
        const { group } = await request(suggestedEpics, variables, signal);
        return present(group?.epics?.nodes).map(({ title, reference }) => ({ title: title ?? '', reference }));
      }
      const variables = number ? { fullPath, iids: [number] } : { fullPath, search: text };
      const { group } = await request(suggestedIssues, variables, signal);
      return present(group?.issues?.nodes).map(({ title, reference }) => ({ title, reference }));
    },
  });
}
