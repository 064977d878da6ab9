import { useInfiniteQuery } from '@tanstack/react-query';
import { Bot, ChevronDown, ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ValidationError } from '../../platform/api/errors.ts';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { TokenList } from '../access-tokens/TokenList.tsx';
import { AccountForm } from './AccountForm.tsx';
import { accountsKey, accountsPages, accountTokensPath, deleteAccount, emailOf, type ServiceAccount } from './api.ts';
import { serviceAccountMessages as messages } from './messages.ts';
import styles from './service-accounts.module.css';

interface ServiceAccountsProps {
  page: 'groupServiceAccounts' | 'adminServiceAccounts';
  /** Where the API has the accounts. */
  path: string;
  lead: ReactNode;
  /** The page around the list, with the button that creates an account. */
  frame(create: ReactNode, list: ReactNode): ReactNode;
}

type Question = { kind: 'new' } | { kind: 'edit' | 'delete'; account: ServiceAccount };

/** Service accounts with their tokens. The address names the one whose tokens are shown. */
export function ServiceAccounts({ page, path, lead, frame }: ServiceAccountsProps) {
  const { formatMessage } = useIntl();
  const query = useInfiniteQuery(accountsPages(path));
  const [search, changeSearch] = usePageSearch(page);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const shownId = Number(search.account);
  const show = (id: number | null): void => changeSearch({ account: id === null ? '' : String(id) });
  if (query.error instanceof ValidationError)
    return frame(null, <EmptyState icon={Bot} title={<FormattedMessage {...messages.topLevelOnly} />} />);
  return frame(
    query.data && (
      <Button kind="primary" icon={Plus} aria-haspopup="dialog" onClick={() => setQuestion({ kind: 'new' })}>
        <FormattedMessage {...messages.new} />
      </Button>
    ),
    <>
      <QueryView query={query}>
        {({ pages }) => {
          const accounts = pages.flatMap(({ items }) => items);
          return (
            <>
              <p className={pageLook.lead}>{lead}</p>
              {accounts.length === 0 ? (
                <EmptyState icon={Bot} title={<FormattedMessage {...messages.none} />}>
                  <FormattedMessage {...messages.noneText} />
                </EmptyState>
              ) : (
                <Rows label={formatMessage(messages.title)}>
                  {accounts.map((account) => (
                    <AccountRow
                      key={account.id}
                      account={account}
                      path={path}
                      isOpen={account.id === shownId}
                      onToggle={() => show(account.id === shownId ? null : account.id)}
                      onAsk={(kind) => setQuestion({ kind, account })}
                    />
                  ))}
                </Rows>
              )}
              <MorePages query={query} />
            </>
          );
        }}
      </QueryView>
      {question?.kind === 'new' && (
        <AccountForm path={path} account={null} onSaved={({ id }) => show(id)} onClose={close} />
      )}
      {question?.kind === 'edit' && (
        <AccountForm path={path} account={question.account} onSaved={() => undefined} onClose={close} />
      )}
      {question?.kind === 'delete' && <DeleteDialog path={path} account={question.account} onClose={close} />}
    </>,
  );
}

interface AccountRowProps {
  account: ServiceAccount;
  path: string;
  isOpen: boolean;
  onToggle(): void;
  onAsk(kind: 'edit' | 'delete'): void;
}

function AccountRow({ account, path, isOpen, onToggle, onAsk }: AccountRowProps) {
  const { formatMessage } = useIntl();
  const id = useId();
  const { name, username } = account;
  const email = emailOf(account);
  return (
    <Row
      before={<Icon of={Bot} size={20} />}
      title={<b className={styles.name}>{name}</b>}
      note={email === '' ? `@${username}` : `@${username} · ${email}`}
      end={
        <>
          <Button
            size="small"
            iconAfter={isOpen ? ChevronDown : ChevronRight}
            aria-label={formatMessage(messages.tokensOf, { name })}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <FormattedMessage {...messages.tokens} />
          </Button>
          <IconButton icon={Pencil} label={formatMessage(messages.editOf, { name })} onClick={() => onAsk('edit')} />
          <IconButton
            icon={Trash2}
            label={formatMessage(messages.deleteOf, { name })}
            onClick={() => onAsk('delete')}
          />
        </>
      }
      below={
        isOpen && (
          <section id={id} className={styles.tokens} aria-label={formatMessage(messages.tokensOf, { name })}>
            <TokenList
              path={accountTokensPath(path, account.id)}
              label={formatMessage(messages.tokensOf, { name })}
              ownLevel={null}
              head={(create) => (
                <div className={styles.head}>
                  <h2>
                    <FormattedMessage {...messages.tokens} />
                  </h2>
                  {create}
                </div>
              )}
              empty={
                <p className={text.quiet}>
                  <FormattedMessage {...messages.noTokens} />
                </p>
              }
              failed={<FormattedMessage {...messages.tokensFailed} />}
            />
          </section>
        )
      }
    />
  );
}

interface DeleteDialogProps {
  path: string;
  account: ServiceAccount;
  onClose(): void;
}

function DeleteDialog({ path, account: { id, name }, onClose }: DeleteDialogProps) {
  const { formatMessage } = useIntl();
  const { change } = useChange(accountsKey(path));
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.deleteTitle} values={{ name }} />}
      confirm={<FormattedMessage {...messages.delete} />}
      failed={<FormattedMessage {...messages.deleteFailed} />}
      perform={async () => {
        await deleteAccount(path, id);
        void change({ perform: () => Promise.resolve(), done: formatMessage(messages.deleted) });
      }}
      onClose={onClose}
    >
      <FormattedMessage {...messages.deleteWhy} />
    </ConfirmDialog>
  );
}
