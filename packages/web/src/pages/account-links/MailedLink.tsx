import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { NotFoundError } from '../../platform/api/errors.ts';
import { EntrancePage } from '../../platform/frame/EntrancePage.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { ClosedLink } from '../../modules/users/ClosedLink.tsx';
import type { linkQuery } from '../../modules/users/link-api.ts';
import { linkMessages as messages } from './messages.ts';

export interface MailedLinkProps {
  query: ReturnType<typeof linkQuery>;
  children(link: { username: string; email: string }): ReactNode;
}

/** The page of a mailed link: its form, or that the link is no longer valid. */
export function MailedLink({ query: options, children }: MailedLinkProps) {
  // Once opened, the link is not asked again: using it closes it.
  const query = useQuery({ ...options, staleTime: Infinity, refetchOnWindowFocus: false });
  return (
    <EntrancePage>
      {query.error instanceof NotFoundError ? <Closed /> : <QueryView query={query}>{children}</QueryView>}
    </EntrancePage>
  );
}

/** The page of a link that is no longer valid. */
export function Closed() {
  return (
    <ClosedLink>
      <FormattedMessage {...messages.closedWhy} />
    </ClosedLink>
  );
}
