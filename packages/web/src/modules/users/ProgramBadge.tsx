import { isServiceAccount, type MaybeProgram } from '@milepost/core/accounts/people';
import { FormattedMessage } from 'react-intl';
import { Badge } from '../../ui/text/Badge.tsx';
import { defineMessages } from '../../ui/text/messages.ts';

const messages = defineMessages({
  serviceAccount: { id: 'person.serviceAccount', defaultMessage: 'Service account' },
});

/** Marks the name of a service account; nothing for a person. */
export function ProgramBadge({ person }: { person: MaybeProgram }) {
  if (!isServiceAccount(person)) return null;
  return (
    <>
      {' '}
      <Badge>
        <FormattedMessage {...messages.serviceAccount} />
      </Badge>
    </>
  );
}
