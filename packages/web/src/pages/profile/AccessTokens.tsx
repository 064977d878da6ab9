import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { type AccessToken, accessTokensQuery, revokeAccessToken } from '../../modules/users/api.ts';
import { MadeToken } from '../../modules/users/tokens/MadeToken.tsx';
import { tokenMessages } from '../../modules/users/tokens/messages.ts';
import { RevokeDialog } from '../../modules/users/tokens/RevokeDialog.tsx';
import { TokenRow } from '../../modules/users/tokens/TokenRow.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { Rows } from '../../ui/list/Rows.tsx';
import { text } from '../../ui/text/text.tsx';
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
            <FormattedMessage {...tokenMessages.newToken} />
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
      {leaving && (
        <RevokeDialog
          name={leaving.name}
          queryKey={['access-tokens', userId]}
          revoke={() => revokeAccessToken(leaving.id)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}
