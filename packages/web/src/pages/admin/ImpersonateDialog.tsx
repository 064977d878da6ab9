import { FormattedMessage, useIntl } from 'react-intl';
import type { Account } from '../../modules/admin/api.ts';
import { impersonate } from '../../modules/users/api.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { adminMessages as messages } from './messages.ts';

/** Asks for the reason, and continues as this person. */
export function ImpersonateDialog({ user, onClose }: { user: Account; onClose(): void }) {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => (reason.trim() === '' ? { reason: [formatMessage(messages.reasonMissing)] } : null),
    async send({ reason }) {
      await impersonate({ user_id: user.id, reason });
      window.location.assign('/');
    },
  });
  return (
    <FormDialog
      title={<FormattedMessage {...messages.impersonateTitle} values={{ name: user.name }} />}
      form={form}
      send={messages.impersonate}
      onClose={onClose}
    >
      <p>
        <FormattedMessage {...messages.impersonateWhy} />
      </p>
      <TextField
        label={formatMessage(messages.reason)}
        data-autofocus
        maxLength={255}
        autoComplete="off"
        {...form.textField('reason')}
      />
    </FormDialog>
  );
}
