import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../platform/forms/ConfirmDialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { roleMappingMessages as messages } from './messages.ts';

interface RemoveDialogProps {
  name: string;
  /** The list that shows it. */
  queryKey: QueryKey;
  remove(): Promise<void>;
  onClose(): void;
  /** What it means. */
  children: ReactNode;
}

/** Asks before a role mapping or a link is removed. */
export function RemoveDialog({ name, queryKey, remove, onClose, children }: RemoveDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.removeTitle} values={{ name }} />}
      confirm={<FormattedMessage {...messages.remove} />}
      failed={<FormattedMessage {...messages.removeFailed} />}
      perform={async () => {
        await remove();
        toast({ text: formatMessage(messages.removed) });
        await client.invalidateQueries({ queryKey });
      }}
      onClose={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
