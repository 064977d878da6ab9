import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, RefreshCw, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  addMailDomain,
  type MailDomain,
  mailDomainsQuery,
  removeMailDomain,
  seatsKey,
  verifyMailDomain,
} from '../../modules/billing/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { seatMessages as messages } from './messages.ts';
import styles from './seats.module.css';

/** The mail domains of a group: each is verified by a TXT record. */
export function MailDomains({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const query = useQuery(mailDomainsQuery(fullPath));
  const [domain, setDomain] = useState('');
  const { isBusy, change } = useChange(seatsKey(fullPath));
  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (domain.trim() === '' || isBusy) return;
    if (await change({ perform: () => addMailDomain(fullPath, domain), keepsForm: true })) setDomain('');
  };
  return (
    <section aria-label={formatMessage(messages.domains)} className={styles.domains}>
      <form className={styles.newDomain} noValidate onSubmit={(event) => void add(event)}>
        <TextField
          label={formatMessage(messages.domain)}
          note={formatMessage(messages.domainNote)}
          value={domain}
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.com"
          onChange={(event) => setDomain(event.target.value)}
        />
        <Button type="submit" busy={isBusy} aria-disabled={domain.trim() === ''}>
          <FormattedMessage {...messages.addDomain} />
        </Button>
      </form>
      <QueryView query={query} failed={<FormattedMessage {...messages.domainsFailed} />}>
        {(domains) =>
          domains.length > 0 && (
            <Rows label={formatMessage(messages.domains)}>
              {domains.map((each) => (
                <DomainRow key={each.domain} domain={each} fullPath={fullPath} />
              ))}
            </Rows>
          )
        }
      </QueryView>
    </section>
  );
}

function DomainRow({
  domain: { domain, verified, txt_record: record },
  fullPath,
}: {
  domain: MailDomain;
  fullPath: string;
}) {
  const { formatMessage } = useIntl();
  const { isBusy, change } = useChange(seatsKey(fullPath));
  return (
    <Row
      title={
        <>
          <b>{domain}</b>{' '}
          {verified && (
            <span className={styles.verified}>
              <Icon of={BadgeCheck} size={14} /> <FormattedMessage {...messages.verified} />
            </span>
          )}
        </>
      }
      note={!verified && <FormattedMessage {...messages.addRecord} values={{ record: <code>{record}</code> }} />}
      end={
        <>
          {!verified && (
            <Button
              size="small"
              icon={RefreshCw}
              busy={isBusy}
              aria-label={formatMessage(messages.verifyOf, { domain })}
              onClick={() => void change({ perform: () => verifyMailDomain(fullPath, domain), keepsForm: true })}
            >
              <FormattedMessage {...messages.verify} />
            </Button>
          )}
          <IconButton
            icon={Trash2}
            label={formatMessage(messages.removeDomain, { domain })}
            onClick={() =>
              void change({
                perform: () => removeMailDomain(fullPath, domain),
                done: formatMessage(messages.domainRemoved, { domain }),
              })
            }
          />
        </>
      }
    />
  );
}
