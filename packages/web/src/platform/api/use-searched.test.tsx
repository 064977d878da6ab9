import { QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../app/providers.tsx';
import { useSearched } from './use-searched.ts';

test('what is typed before anything was found is waited for, as what is typed later is', async () => {
  const answers = new Map<string, (found: string) => void>();
  const found = (text: string) =>
    queryOptions({
      queryKey: ['found', text],
      queryFn: () => new Promise<string>((resolve) => answers.set(text, resolve)),
    });
  const client = makeQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(({ typed }) => useSearched(found, typed, 0), {
    wrapper,
    initialProps: { typed: '' },
  });
  expect(result.current.searchState).toBe('loading');
  for (const typed of ['ro', 'rocket']) {
    rerender({ typed });
    await waitFor(() => expect(answers.has(typed)).toBe(true));
    expect(result.current.searchState).toBe(typed === 'ro' ? 'loading' : 'outdated');
    await act(async () => answers.get(typed)?.(`${typed} found`));
    await waitFor(() => expect(result.current.data).toBe(`${typed} found`));
    expect(result.current.searchState).toBe('settled');
  }
});
