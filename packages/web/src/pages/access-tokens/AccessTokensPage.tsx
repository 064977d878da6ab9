import { canGrant } from '@milepost/core/members';
import { addDays, formatDay, localDayOf } from '@milepost/core/days';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ownLevelQuery } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { MadeToken } from '../../modules/users/tokens/MadeToken.tsx';
import { tokenMessages } from '../../modules/users/tokens/messages.ts';
import { RevokeDialog } from '../../modules/users/tokens/RevokeDialog.tsx';
import { TokenRow } from '../../modules/users/tokens/TokenRow.tsx';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import type { PageProps } from '../../platform/navigation/page-props.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { printDay } from '../../ui/field/days.ts';
import { Rows } from '../../ui/list/Rows.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { type NamespaceToken, revokeToken, rotateToken, tokensKey, tokensPages } from './api.ts';
import { accessTokenMessages as messages } from './messages.ts';
import styles from './access-tokens.module.css';
import { TokenForm } from './TokenForm.tsx';

/** The access tokens of a group or project, for those who may manage its members. */
export function AccessTokensPage({ address }: PageProps<'groupAccessTokens' | 'projectAccessTokens'>) {
  const { formatMessage } = useIntl();
  const { fullPath } = address;
  useTitle(formatMessage(messages.title), fullPath);
  const namespace: NamespaceRef = { kind: address.page === 'groupAccessTokens' ? 'group' : 'project', fullPath };
  if (!session().viewer) return <Failure error={new UnauthenticatedError()} />;
  return (
    <PageBody>
      <Tokens namespace={namespace} />
    </PageBody>
  );
}

interface Shown {
  name: string;
  token: string;
}

function Tokens({ namespace }: { namespace: NamespaceRef }) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(tokensPages(namespace));
  const ownLevel = useQuery(ownLevelQuery(namespace, session().viewer)).data ?? 0;
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Shown | null>(null);
  const [open, setOpen] = useState<{ action: 'revoke' | 'rotate'; token: NamespaceToken } | null>(null);
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const tokens = pages.flatMap(({ items }) => items);
        return (
          <>
            <PageHead
              title={<FormattedMessage {...messages.title} />}
              actions={
                <Button kind="primary" icon={Plus} aria-haspopup="dialog" onClick={() => setMaking(true)}>
                  <FormattedMessage {...tokenMessages.newToken} />
                </Button>
              }
            />
            <p className={styles.lead}>
              <FormattedMessage {...messages.lead} values={{ kind: namespace.kind }} />
            </p>
            {made && <MadeToken {...made} />}
            {tokens.length === 0 ? (
              <EmptyState icon={KeyRound} title={<FormattedMessage {...messages.none} />}>
                <FormattedMessage {...messages.noneText} />
              </EmptyState>
            ) : (
              <Rows label={formatMessage(messages.title)}>
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    role={formatMessage(roleMessages(token.access_level))}
                    actions={
                      canGrant(ownLevel, token.access_level) && (
                        <Button
                          size="small"
                          aria-label={formatMessage(messages.rotateLabel, { name: token.name })}
                          onClick={() => setOpen({ action: 'rotate', token })}
                        >
                          <FormattedMessage {...messages.rotate} />
                        </Button>
                      )
                    }
                    onRevoke={() => setOpen({ action: 'revoke', token })}
                  />
                ))}
              </Rows>
            )}
            <MorePages query={query} />
            {isMaking && (
              <TokenForm namespace={namespace} ownLevel={ownLevel} onMade={setMade} onClose={() => setMaking(false)} />
            )}
            {open?.action === 'revoke' && (
              <RevokeDialog
                name={open.token.name}
                queryKey={tokensKey(namespace)}
                revoke={async () => {
                  await revokeToken(namespace, open.token.id);
                  setMade(null);
                }}
                onClose={() => setOpen(null)}
              />
            )}
            {open?.action === 'rotate' && (
              <RotateDialog namespace={namespace} token={open.token} onMade={setMade} onClose={() => setOpen(null)} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** How long the successor of a rotated token is valid. */
const ROTATED_DAYS = 90;

interface RotateProps {
  namespace: NamespaceRef;
  token: NamespaceToken;
  onMade(token: Shown): void;
  onClose(): void;
}

function RotateDialog({ namespace, token, onMade, onClose }: RotateProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const [until] = useState(() => addDays(localDayOf(new Date()), ROTATED_DAYS));
  const rotate = async (): Promise<void> => {
    try {
      onMade(await rotateToken(namespace, token.id, formatDay(until)));
    } finally {
      await client.invalidateQueries({ queryKey: tokensKey(namespace) });
    }
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.rotateTitle} values={{ name: token.name }} />}
      confirm={<FormattedMessage {...messages.rotate} />}
      failed={<FormattedMessage {...messages.rotateFailed} />}
      perform={rotate}
      onClose={onClose}
    >
      <FormattedMessage {...messages.rotateWhy} values={{ day: printDay(intl, until) }} />
    </ConfirmDialog>
  );
}
