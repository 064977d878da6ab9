import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { RawIntlProvider } from 'react-intl';
import { CalendarMonths } from '../ui/field/calendar-months.ts';
import { FirstWeekday } from '../ui/field/first-weekday.ts';
import { RequestError } from '../platform/api/errors.ts';
import { session } from '../platform/session/session.ts';
import { createMessageFormatter } from './intl.ts';

/** The query cache. Only failures that may be temporary are retried. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        networkMode: 'always',
        retry: (count, error) => error instanceof RequestError && error.mayPass && count < 2,
        retryDelay: (count) => 500 * 2 ** count,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The providers that every component relies on: messages and the query cache. */
export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  const [intl] = useState(() => createMessageFormatter(session().timeZone, session().dateLanguage));
  return (
    <RawIntlProvider value={intl}>
      <QueryClientProvider client={client}>
        <FirstWeekday value={session().firstWeekday}>
          <CalendarMonths value={session().calendarMonths}>{children}</CalendarMonths>
        </FirstWeekday>
      </QueryClientProvider>
    </RawIntlProvider>
  );
}
