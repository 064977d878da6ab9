import { canGrant } from '@milepost/core/members';
import { addDays, formatDay, localDayOf } from '@milepost/core/days';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { roleMessages } from '../../modules/members/roles.ts';
import { MadeToken } from '../../modules/users/tokens/MadeToken.tsx';
import { tokenMessages } from '../../modules/users/tokens/messages.ts';
import { RevokeDialog } from '../../modules/users/tokens/RevokeDialog.tsx';
import { TokenRow } from '../../modules/users/tokens/TokenRow.tsx';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { printDay } from '../../ui/field/days.ts';
import { Rows } from '../../ui/list/Rows.tsx';
import { type OwnedToken, revokeToken, rotateToken, tokensKey, tokensPages } from './api.ts';
import { accessTokenMessages as messages } from './messages.ts';
import { TokenForm } from './TokenForm.tsx';

interface Shown {
  name: string;
  token: string;
}

export interface TokenListProps {
  /** Where the API has the tokens. */
  path: string;
  label: string;
  /** The viewer's access level; null for tokens without a role of their own. */
  ownLevel: number | null;
  /** Above the list, with the button that creates a token. */
  head(create: ReactNode): ReactNode;
  /** In place of an empty list. */
  empty: ReactNode;
  /** The message if this part of a page fails alone. Without it the whole page fails. */
  failed?: ReactNode;
}

/** The access tokens of a group, project or service account: created, rotated and revoked here. */
export function TokenList({ path, label, ownLevel, head, empty, failed }: TokenListProps) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(tokensPages(path));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Shown | null>(null);
  const [open, setOpen] = useState<{ action: 'revoke' | 'rotate'; token: OwnedToken } | null>(null);
  const isPart = failed !== undefined;
  const mayRotate = ({ access_level: level }: OwnedToken): boolean =>
    ownLevel === null || level === undefined || canGrant(ownLevel, level);
  return (
    <QueryView query={query} failed={failed}>
      {({ pages }) => {
        const tokens = pages.flatMap(({ items }) => items);
        return (
          <>
            {head(
              <Button
                kind={isPart ? 'secondary' : 'primary'}
                size={isPart ? 'small' : 'medium'}
                icon={Plus}
                aria-haspopup="dialog"
                onClick={() => setMaking(true)}
              >
                <FormattedMessage {...tokenMessages.newToken} />
              </Button>,
            )}
            {made && <MadeToken {...made} />}
            {tokens.length === 0 ? (
              empty
            ) : (
              <Rows label={label}>
                {tokens.map((token) => (
                  <TokenRow
                    key={token.id}
                    token={token}
                    {...(token.access_level !== undefined && { role: formatMessage(roleMessages(token.access_level)) })}
                    actions={
                      mayRotate(token) && (
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
              <TokenForm path={path} ownLevel={ownLevel} onMade={setMade} onClose={() => setMaking(false)} />
            )}
            {open?.action === 'revoke' && (
              <RevokeDialog
                name={open.token.name}
                queryKey={tokensKey(path)}
                revoke={async () => {
                  await revokeToken(path, open.token.id);
                  setMade(null);
                }}
                onClose={() => setOpen(null)}
              />
            )}
            {open?.action === 'rotate' && (
              <RotateDialog path={path} token={open.token} onMade={setMade} onClose={() => setOpen(null)} />
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
  path: string;
  token: OwnedToken;
  onMade(token: Shown): void;
  onClose(): void;
}

function RotateDialog({ path, token, onMade, onClose }: RotateProps) {
  const intl = useIntl();
  const client = useQueryClient();
  const [until] = useState(() => addDays(localDayOf(new Date()), ROTATED_DAYS));
  const rotate = async (): Promise<void> => {
    try {
      onMade(await rotateToken(path, token.id, formatDay(until)));
    } finally {
      await client.invalidateQueries({ queryKey: tokensKey(path) });
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
