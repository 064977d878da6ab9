import { FormattedMessage } from 'react-intl';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  serviceAccount: { id: 'person.serviceAccount', defaultMessage: 'Service account' },
});

/** How the APIs mark an account: GraphQL by its type, REST by a field. */
export interface MaybeProgram {
  type?: string | null | undefined;
  service_account?: boolean | undefined;
}

/** Marks the name of a service account; nothing for a person. */
export function ProgramBadge({ person }: { person: MaybeProgram }) {
  if (person.type !== 'SERVICE_ACCOUNT' && person.service_account !== true) return null;
  return (
    <>
      {' '}
      <Badge>
        <FormattedMessage {...messages.serviceAccount} />
      </Badge>
    </>
  );
}
