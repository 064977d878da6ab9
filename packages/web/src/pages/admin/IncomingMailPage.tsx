import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { type IncomingMail, incomingMailQuery } from '../../modules/admin/api.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { Alert, EmptyState } from '../../ui/feedback/Alert.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { text } from '../../ui/text/text.tsx';
import { AdminFrame } from './AdminFrame.tsx';
import { adminMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

/** Whether mail is received, and the mails that were refused or ignored, with the reason. */
export function IncomingMailPage() {
  const query = useQuery({ ...incomingMailQuery, enabled: session().viewer?.isAdmin === true });
  return (
    <AdminFrame page="adminIncomingMail">
      <QueryView query={query}>
        {(mail) =>
          mail.address === null ? (
            <EmptyState icon={Mail} title={<FormattedMessage {...messages.noIncomingMail} />}>
              <FormattedMessage {...messages.setIncomingMail} />
            </EmptyState>
          ) : (
            <Received mail={mail} />
          )
        }
      </QueryView>
    </AdminFrame>
  );
}

function Received({ mail }: { mail: IncomingMail }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const print = (time: string): string => intl.formatDate(time, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      {mail.failing_since === null ? (
        <p className={`${text.quiet} ${styles.facts}`}>
          <FormattedMessage {...messages.receivesMail} values={{ source: mail.source, address: mail.address }} />
        </p>
      ) : (
        <Alert tone="danger">
          <FormattedMessage
            {...messages.mailboxFails}
            values={{ since: print(mail.failing_since), reason: mail.failure?.replace(/\.?$/, '.') }}
          />
        </Alert>
      )}
      {mail.mails.length === 0 ? (
        <EmptyState icon={Mail} title={<FormattedMessage {...messages.noRefusedMails} />} />
      ) : (
        <Rows label={formatMessage(messages.refusedMails)}>
          {mail.mails.map((each) => (
            <Row
              key={each.received_at + each.sender}
              title={<span className={styles.name}>{each.sender || formatMessage(messages.unknownSender)}</span>}
              note={`${print(each.received_at)} · ${each.reason}`}
              end={
                <Badge tone={each.outcome === 'refused' ? 'warning' : 'neutral'}>
                  <FormattedMessage {...messages[each.outcome]} />
                </Badge>
              }
            />
          ))}
        </Rows>
      )}
    </>
  );
}
