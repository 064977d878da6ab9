import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormattedMessage, type IntlShape, useIntl } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { Icon } from '../../../ui/button/Icon.tsx';
import { printAgo, printDay, readDay } from '../../../ui/field/days.ts';
import { Row } from '../../../ui/list/Rows.tsx';
import type { AccessToken } from '../api.ts';
import { tokenMessages as messages } from './messages.ts';
import styles from './tokens.module.css';

export interface TokenRowProps {
  token: AccessToken;
  /** The name of its role; people's tokens have none. */
  role?: string;
  /** Before the button that revokes. */
  actions?: ReactNode;
  onRevoke(): void;
}

function usedText(intl: IntlShape, { last_used_ips: addresses }: AccessToken, at: string): string {
  const ago = printAgo(intl, at);
  if (addresses.length === 0) return intl.formatMessage(messages.lastUsed, { ago });
  return intl.formatMessage(messages.usedFrom, { ago, count: addresses.length, addresses: addresses.join(', ') });
}

/** A token in a list: what it may do, when it ends and when it was used. */
export function TokenRow({ token, role, actions, onRevoke }: TokenRowProps) {
  const intl = useIntl();
  const expires = readDay(token.expires_at);
  const facts = [
    ...(role === undefined ? [] : [role]),
    token.scopes.join(', '),
    expires === null
      ? intl.formatMessage(messages.neverExpires)
      : intl.formatMessage(messages.expires, { day: printDay(intl, expires) }),
    token.last_used_at ? usedText(intl, token, token.last_used_at) : intl.formatMessage(messages.neverUsed),
  ];
  return (
    <Row
      before={<Icon of={KeyRound} />}
      title={<b className={styles.name}>{token.name}</b>}
      note={facts.join(' · ')}
      end={
        <>
          {actions}
          <Button
            size="small"
            aria-label={intl.formatMessage(messages.revokeLabel, { name: token.name })}
            onClick={onRevoke}
          >
            <FormattedMessage {...messages.revoke} />
          </Button>
        </>
      }
    />
  );
}
