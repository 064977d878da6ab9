import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { NotFoundError, RequestError } from '../../platform/api/errors.ts';
import { useFreshOnChange } from '../../platform/live/live.ts';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { endRequest, ownRequestQuery, requestAccess } from './access-requests.ts';

const messages = defineMessages({
  ask: { id: 'members.requestAccess', defaultMessage: 'Request access' },
  withdraw: { id: 'members.withdrawRequest', defaultMessage: 'Withdraw access request' },
  asked: { id: 'members.accessRequested', defaultMessage: 'Access requested' },
  withdrawn: { id: 'members.requestWithdrawn', defaultMessage: 'Access request withdrawn' },
  answered: { id: 'members.requestAnswered', defaultMessage: 'Your request was already answered' },
  failed: { id: 'members.requestFailed', defaultMessage: 'Could not save your changes.' },
});

/** For signed-in people without a role here: asks the owners for one, or takes that back. */
export function RequestAccess({ namespace }: { namespace: NamespaceRef }) {
  const { formatMessage } = useIntl();
  const { viewer } = session();
  const client = useQueryClient();
  const query = ownRequestQuery(namespace);
  const own = useQuery({ ...query, enabled: viewer !== null && !viewer.isAdmin }).data;
  const [isBusy, setBusy] = useState(false);
  if (!viewer || !own || (!own.can_request && !own.requested_at)) return null;
  const isAsked = Boolean(own.requested_at);
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await (isAsked ? endRequest(namespace, viewer.id) : requestAccess(namespace));
      toast({ text: formatMessage(isAsked ? messages.withdrawn : messages.asked) });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      // An owner denied it meanwhile.
      if (isAsked && error instanceof NotFoundError) toast({ text: formatMessage(messages.answered) });
      else toast({ text: [formatMessage(messages.failed), error.message].filter(Boolean).join(' ') });
    } finally {
      await client.invalidateQueries({ queryKey: query.queryKey });
      setBusy(false);
    }
  };
  return (
    <>
      {isAsked && <RefetchOnApproval namespace={namespace} />}
      <Button busy={isBusy} onClick={() => void change()}>
        {formatMessage(isAsked ? messages.withdraw : messages.ask)}
      </Button>
    </>
  );
}

function RefetchOnApproval({ namespace }: { namespace: NamespaceRef }): null {
  useFreshOnChange(namespace, ({ all }) => (all ? [ownRequestQuery(namespace).queryKey] : []));
  return null;
}
