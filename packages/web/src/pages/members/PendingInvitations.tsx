import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { Link2, Mail, MailCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import type { RestPage } from '../../platform/api/rest.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import {
  type Invitation,
  invitationPages,
  resendInvitation,
  revokeSharedLink,
  type SharedLink,
  sharedLinksQuery,
  withdrawInvitation,
} from '../../modules/invitations/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printAgo, printDay, readDay } from '../../ui/field/days.ts';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { membersMessages as messages } from './messages.ts';
import { useChange } from '../../platform/forms/use-change.ts';

interface PendingProps {
  namespace: NamespaceRef;
  query: UseInfiniteQueryResult<InfiniteData<RestPage<Invitation>>>;
}

/** Who is invited and has not accepted yet, and the links that can be used. */
export function PendingInvitations({ namespace, query }: PendingProps) {
  const { formatMessage } = useIntl();
  const links = useQuery(sharedLinksQuery(namespace)).data ?? [];
  return (
    <>
      <QueryView query={query}>
        {({ pages }) => {
          const invitations = pages.flatMap(({ items }) => items);
          if (invitations.length + links.length === 0)
            return <EmptyState icon={MailCheck} title={<FormattedMessage {...messages.nonePending} />} />;
          return (
            <Rows label={formatMessage(messages.pending)}>
              {links.map((link) => (
                <LinkRow key={link.id} namespace={namespace} link={link} />
              ))}
              {invitations.map((invitation) => (
                <InvitationRow key={invitation.invite_email} namespace={namespace} invitation={invitation} />
              ))}
            </Rows>
          );
        }}
      </QueryView>
      <MorePages query={query} />
    </>
  );
}

function InvitationRow({ namespace, invitation }: { namespace: NamespaceRef; invitation: Invitation }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { invite_email: email, delivery_error: problem } = invitation;
  const { isBusy, change } = useChange(invitationPages(namespace).queryKey);
  const [isAsking, setAsking] = useState(false);
  const expires = readDay(invitation.link_expires_at);
  const resend = async (): Promise<void> => {
    if (await change({ perform: () => resendInvitation(namespace, email) }))
      toast({ text: formatMessage(messages.resent, { email }) });
  };
  return (
    <>
      <Row
        before={<Icon of={Mail} />}
        title={email}
        note={
          <>
            {formatMessage(messages.invited, {
              role: formatMessage(roleMessages(invitation.access_level)),
              name: invitation.created_by_name ?? '–',
              ago: printAgo(intl, invitation.sent_at),
              day: expires === null ? '–' : printDay(intl, expires),
            })}
            {problem !== null && `. ${problem}`}
          </>
        }
        end={
          <>
            {problem !== null && <Badge tone="danger">{formatMessage(messages.notDelivered)}</Badge>}
            <Button
              size="small"
              busy={isBusy}
              aria-label={formatMessage(messages.resendOf, { email })}
              onClick={() => void resend()}
            >
              <FormattedMessage {...messages.resend} />
            </Button>
            <Button
              size="small"
              aria-label={formatMessage(messages.withdrawOf, { email })}
              onClick={() => setAsking(true)}
            >
              <FormattedMessage {...messages.withdraw} />
            </Button>
          </>
        }
      />
      {isAsking && (
        <ConfirmDialog
          title={<FormattedMessage {...messages.withdrawAsk} />}
          confirm={<FormattedMessage {...messages.withdraw} />}
          failed={<FormattedMessage {...messages.failed} />}
          perform={async () => void (await change({ perform: () => withdrawInvitation(namespace, email) }))}
          onClose={() => setAsking(false)}
        >
          <FormattedMessage {...messages.withdrawMeans} values={{ email }} />
        </ConfirmDialog>
      )}
    </>
  );
}

function LinkRow({ namespace, link }: { namespace: NamespaceRef; link: SharedLink }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { token_end: end, uses_left: count } = link;
  const { isBusy, change } = useChange(sharedLinksQuery(namespace).queryKey);
  const expires = readDay(link.link_expires_at);
  return (
    <Row
      before={<Icon of={Link2} />}
      title={formatMessage(messages.linkEnd, { end })}
      note={formatMessage(messages.linkMeans, {
        role: formatMessage(roleMessages(link.access_level)),
        count,
        day: expires === null ? '–' : printDay(intl, expires),
      })}
      end={
        <Button
          size="small"
          busy={isBusy}
          aria-label={formatMessage(messages.revokeOf, { end })}
          onClick={() => void change({ perform: () => revokeSharedLink(namespace, link.id) })}
        >
          <FormattedMessage {...messages.revoke} />
        </Button>
      }
    />
  );
}
