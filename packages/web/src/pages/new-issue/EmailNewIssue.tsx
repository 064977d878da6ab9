import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { copyText } from '../../ui/overlay/copy-text.ts';
import { pageLook } from '../../ui/page/Page.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { issueEmailQuery, resetEmailAddress } from './api.ts';

const messages = defineMessages({
  offer: {
    id: 'emailIssue.offer',
    defaultMessage:
      'You can also create issues by email: the subject becomes the title, the text the description. Keep this address to yourself.',
  },
  copy: { id: 'emailIssue.copy', defaultMessage: 'Copy email address' },
  copied: { id: 'emailIssue.copied', defaultMessage: 'Email address copied' },
  notCopied: { id: 'emailIssue.notCopied', defaultMessage: 'Could not copy. Select the address and copy it.' },
  reset: { id: 'emailIssue.reset', defaultMessage: 'Reset this email address' },
  resetTitle: { id: 'emailIssue.resetTitle', defaultMessage: 'Reset this email address?' },
  resetFailed: { id: 'emailIssue.resetFailed', defaultMessage: 'Could not reset the address. Try again.' },
  resetText: {
    id: 'emailIssue.resetText',
    defaultMessage: 'The current address stops working and you get a new one. Your other addresses are unchanged.',
  },
});

/** The viewer's address that creates issues in this project; nothing where the server receives no mail. */
export function EmailNewIssue({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const query = useQuery(issueEmailQuery(fullPath));
  const address = query.data?.project?.createIssueEmail;
  if (!address) return null;
  const copy = (): Promise<void> =>
    copyText(address, { copied: formatMessage(messages.copied), notCopied: formatMessage(messages.notCopied) });
  return (
    <div className={pageLook.form}>
      <p className={text.quiet}>
        <FormattedMessage {...messages.offer} /> <code>{address}</code>
      </p>
      <div className={pageLook.formActions}>
        <Button size="small" icon={Copy} onClick={() => void copy()}>
          <FormattedMessage {...messages.copy} />
        </Button>
        <Button size="small" icon={RotateCcw} onClick={() => setAsking(true)}>
          <FormattedMessage {...messages.reset} />
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={formatMessage(messages.resetTitle)}
          confirm={formatMessage(messages.reset)}
          failed={formatMessage(messages.resetFailed)}
          perform={async () => {
            await resetEmailAddress(address);
            await client.invalidateQueries({ queryKey: ['issue-email'] });
          }}
          onClose={() => setAsking(false)}
        >
          <FormattedMessage {...messages.resetText} />
        </ConfirmDialog>
      )}
    </div>
  );
}
