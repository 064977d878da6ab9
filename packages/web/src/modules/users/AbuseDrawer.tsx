import { abuseCategories, type AbuseCategory } from '@milepost/core/accounts/abuse';
import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { endpoint } from '../../platform/api/endpoints.ts';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Drawer } from '../../ui/overlay/Dialog.tsx';
import { abuseMessages as messages, categoryMessages } from './abuse-messages.ts';
import styles from './AbuseDrawer.module.css';

export interface AbuseDrawerProps {
  /** The id of the reported account. */
  userId: number;
  name: string;
  onClose(): void;
  /** Where the focus returns to. */
  opener?: HTMLElement | null;
}

/** Reports a user for abuse. A plain form posts it, and the server answers with this page and a notice. */
export function AbuseDrawer({ userId, name, onClose, opener }: AbuseDrawerProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  return (
    <Drawer title={<FormattedMessage {...messages.title} />} onClose={onClose} opener={opener ?? null}>
      <form method="post" action={endpoint('abuseReports')} className={styles.form}>
        <input type="hidden" name="authenticity_token" value={session().csrfToken} />
        <input type="hidden" name="user_id" value={userId} />
        <input type="hidden" name="abuse_report[reported_from_url]" value={window.location.href.split('#', 1)[0]} />
        <fieldset>
          <legend>
            <FormattedMessage {...messages.why} values={{ name }} />
          </legend>
          {abuseCategories.map((category: AbuseCategory) => (
            <label key={category} className={styles.choice} htmlFor={`${id}-${category}`}>
              <input
                type="radio"
                id={`${id}-${category}`}
                name="abuse_report[category]"
                value={category}
                required
                aria-label={formatMessage(categoryMessages[category])}
              />
              <span>
                <FormattedMessage {...categoryMessages[category]} />
              </span>
            </label>
          ))}
        </fieldset>
        <p className={styles.note}>
          <FormattedMessage {...messages.note} />
        </p>
        <div className={styles.buttons}>
          <Button kind="primary" type="submit">
            <FormattedMessage {...messages.send} />
          </Button>
          <Button onClick={onClose}>
            <FormattedMessage {...messages.cancel} />
          </Button>
        </div>
      </form>
    </Drawer>
  );
}
