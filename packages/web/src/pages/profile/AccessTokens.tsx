import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { type AccessToken, accessTokensQuery, revokeAccessToken } from '../../modules/users/api.ts';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printAgo, printDay, readDay } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { text } from '../../ui/text/text.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { NewToken } from './NewToken.tsx';
import { profileMessages as messages } from './messages.ts';
import styles from './Profile.module.css';

/** The viewer's access tokens: create, see the last use, revoke. */
export function AccessTokens({ userId }: { userId: number }) {
  const { formatMessage } = useIntl();
  const query = useQuery(accessTokensQuery(userId));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const [leaving, setLeaving] = useState<AccessToken | null>(null);
  return (
    <Section
      title={<FormattedMessage {...messages.tokens} />}
      end={
        !isMaking && (
          <Button size="small" icon={Plus} onClick={() => setMaking(true)}>
            <FormattedMessage {...messages.newToken} />
          </Button>
        )
      }
    >
      <p className={styles.lead}>
        <FormattedMessage {...messages.tokensWhy} />
      </p>
      {made && <MadeToken {...made} />}
      {isMaking && (
        <NewToken
          onClose={() => setMaking(false)}
          onMade={(token) => {
            setMade(token);
            setMaking(false);
          }}
        />
      )}
      <QueryView query={query} failed={<FormattedMessage {...messages.tokensFailed} />}>
        {(tokens) =>
          tokens.length === 0 ? (
            <p className={text.quiet}>
              <FormattedMessage {...messages.noTokens} />
            </p>
          ) : (
            <Rows label={formatMessage(messages.tokens)}>
              {tokens.map((token) => (
                <TokenRow key={token.id} token={token} onRevoke={() => setLeaving(token)} />
              ))}
            </Rows>
          )
        }
      </QueryView>
      {leaving && <RevokeDialog token={leaving} userId={userId} onClose={() => setLeaving(null)} />}
    </Section>
  );
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke(): void }) {
  const intl = useIntl();
  const expires = readDay(token.expires_at);
  const facts = [
    token.scopes.join(', '),
    expires === null
      ? intl.formatMessage(messages.neverExpires)
      : intl.formatMessage(messages.expires, { day: printDay(intl, expires) }),
    token.last_used_at
      ? intl.formatMessage(messages.lastUsed, { ago: printAgo(intl, token.last_used_at) })
      : intl.formatMessage(messages.neverUsed),
  ];
  return (
    <Row
      before={<Icon of={KeyRound} />}
      title={<b className={styles.name}>{token.name}</b>}
      note={facts.join(' · ')}
      end={
        <Button
          size="small"
          aria-label={intl.formatMessage(messages.revokeLabel, { name: token.name })}
          onClick={onRevoke}
        >
          <FormattedMessage {...messages.revoke} />
        </Button>
      }
    />
  );
}

function MadeToken({ name, token }: { name: string; token: string }) {
  const { formatMessage } = useIntl();
  const copy = (): Promise<void> =>
    copyText(token, { copied: formatMessage(messages.copied), notCopied: formatMessage(messages.notCopied) });
  return (
    <div className={styles.made}>
      <Alert
        tone="success"
        actions={
          <Button size="small" icon={Copy} onClick={() => void copy()}>
            <FormattedMessage {...messages.copy} />
          </Button>
        }
      >
        <FormattedMessage {...messages.created} values={{ name }} />
        <output aria-label={formatMessage(messages.tokenText)} className={styles.secret}>
          {token}
        </output>
      </Alert>
    </div>
  );
}

function RevokeDialog({ token, userId, onClose }: { token: AccessToken; userId: number; onClose(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const revoke = async (): Promise<void> => {
    try {
      await revokeAccessToken(token.id);
      toast({ text: formatMessage(messages.revoked) });
    } finally {
      await client.invalidateQueries({ queryKey: ['access-tokens', userId] });
    }
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.revokeTitle} values={{ name: token.name }} />}
      confirm={<FormattedMessage {...messages.revoke} />}
      failed={<FormattedMessage {...messages.revokeFailed} />}
      perform={revoke}
      onClose={onClose}
    >
      <FormattedMessage {...messages.revokeWhy} />
    </ConfirmDialog>
  );
}
