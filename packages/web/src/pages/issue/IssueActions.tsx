import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ChangeRefusedError, RequestError } from '../../app/errors.ts';
import { Link } from '../../app/Link.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { text } from '../../ui/text.tsx';
import { toast } from '../../ui/Toast.tsx';
import { changeIssueState, issueQuery, type IssueView } from './api.ts';
import { blockersOf } from './LinkedItems.tsx';
import { issueWords as words } from './words.ts';
import styles from './LinkedItems.module.css';

/** What one may do with the issue. Closing one that waits for others asks first. */
export function IssueActions({ issue, fullPath }: { issue: IssueView; fullPath: string }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (!issue.userPermissions.updateIssue) return null;
  const isClosed = issue.state === 'closed';
  const blockers = blockersOf(issue);
  const toggle = async (): Promise<void> => {
    const query = issueQuery(fullPath, issue.iid);
    setAsking(false);
    setSending(true);
    try {
      const state = await changeIssueState(fullPath, issue.iid, isClosed ? 'REOPEN' : 'CLOSE');
      client.setQueryData(query.queryKey, (now) => now && { ...now, state });
      void client.invalidateQueries({ queryKey: ['issues'] });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({
        text:
          error instanceof ChangeRefusedError && error.message !== ''
            ? error.message
            : formatMessage(words.stateFailed),
      });
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <Button busy={isSending} onClick={() => (!isClosed && blockers.length > 0 ? setAsking(true) : void toggle())}>
        <FormattedMessage {...(isClosed ? words.reopen : words.close)} />
      </Button>
      {isAsking && (
        <Dialog
          title={<FormattedMessage {...words.closeBlockedTitle} />}
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button data-autofocus onClick={() => setAsking(false)}>
                <FormattedMessage {...words.cancel} />
              </Button>
              <Button kind="primary" onClick={() => void toggle()}>
                <FormattedMessage {...words.closeAnyway} />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage {...words.closeBlocked} />
          </p>
          <ul className={styles.blocking}>
            {blockers.map((item) => (
              <li key={item.id}>
                <Link to={item.webPath ?? '#'}>
                  <span className={text.cut}>{item.title}</span>
                  <small className={text.quiet}>{shortReference(item.reference, fullPath)}</small>
                </Link>
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}
