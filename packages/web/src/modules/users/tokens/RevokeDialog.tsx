import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { ConfirmDialog } from '../../../platform/forms/ConfirmDialog.tsx';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { tokenMessages as messages } from './messages.ts';

export interface RevokeDialogProps {
  name: string;
  /** The list that shows the token. */
  queryKey: QueryKey;
  revoke(): Promise<void>;
  onClose(): void;
}

/** Asks before a token is revoked. */
export function RevokeDialog({ name, queryKey, revoke, onClose }: RevokeDialogProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const perform = async (): Promise<void> => {
    try {
      await revoke();
      toast({ text: formatMessage(messages.revoked) });
    } finally {
      await client.invalidateQueries({ queryKey });
    }
  };
  return (
    <ConfirmDialog
      title={<FormattedMessage {...messages.revokeTitle} values={{ name }} />}
      confirm={<FormattedMessage {...messages.revoke} />}
      failed={<FormattedMessage {...messages.revokeFailed} />}
      perform={perform}
      onClose={onClose}
    >
      <FormattedMessage {...messages.revokeWhy} />
    </ConfirmDialog>
  );
}
