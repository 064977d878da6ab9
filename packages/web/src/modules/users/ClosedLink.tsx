import { Unlink } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { ButtonLink } from '../../platform/navigation/Link.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  closed: { id: 'closedLink.title', defaultMessage: 'This link is no longer valid' },
  home: { id: 'closedLink.home', defaultMessage: 'Go to the start page' },
});

/** What a one-time link shows after it was used, withdrawn or has expired. */
export function ClosedLink({ children }: { children: ReactNode }) {
  return (
    <EmptyState
      icon={Unlink}
      title={<FormattedMessage {...messages.closed} />}
      actions={
        <ButtonLink to={{ page: 'home' }}>
          <FormattedMessage {...messages.home} />
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}
