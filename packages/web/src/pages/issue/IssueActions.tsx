import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from '../../app/Link.tsx';
import { shortReference } from '../../modules/work-items/reference.ts';
import { type StateChange, useStateChange } from '../../modules/work-items/state-change.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { text } from '../../ui/text.tsx';
import { changeIssueState, issueQuery, type IssueView } from './api.ts';
import { blockersOf } from './LinkedItems.tsx';
import { issueWords as words } from './words.ts';
import styles from './LinkedItems.module.css';

/** Closing and reopening this issue. */
export function useIssueState(issue: IssueView, fullPath: string): StateChange {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  return useStateChange({
    item: issue,
    failed: formatMessage(words.stateFailed),
    send: (event) => changeIssueState(fullPath, issue.iid, event),
    keep(state) {
      client.setQueryData(issueQuery(fullPath, issue.iid).queryKey, (now) => now && { ...now, state });
      for (const key of ['issues', 'activity', 'children']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
}

/** What one may do with the issue. Closing one that waits for others asks first. */
export function IssueActions({ issue, fullPath, change }: { issue: IssueView; fullPath: string; change: StateChange }) {
  const [isAsking, setAsking] = useState(false);
  if (!issue.userPermissions.updateIssue) return null;
  const blockers = blockersOf(issue);
  return (
    <>
      <Button
        busy={change.isSending}
        onClick={() => (!change.isClosed && blockers.length > 0 ? setAsking(true) : void change.toggle())}
      >
        <FormattedMessage {...(change.isClosed ? words.reopen : words.close)} />
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
              <Button
                kind="primary"
                onClick={() => {
                  setAsking(false);
                  void change.toggle();
                }}
              >
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
