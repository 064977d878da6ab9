import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { type Account, deleteAccount, type Deletion, deletionQuery } from '../../modules/admin/api.ts';
import { TextField } from '../../ui/field/Field.tsx';
import { DangerFoot } from '../../ui/overlay/DangerFoot.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { adminMessages as messages } from './messages.ts';
import styles from './Admin.module.css';

/** Deletes an account: asks for its username, what becomes of what the person wrote, and for new owners. */
export function DeleteUserDialog({ user, onClose }: { user: Account; onClose(): void }) {
  const { formatMessage } = useIntl();
  const id = useId();
  const client = useQueryClient();
  const query = useQuery(deletionQuery(user.id));
  const form = useForm<Deletion>({
    initial: { username: '', contributions: 'keep', new_owners: {} },
    send: (values) => deleteAccount(user.id, values),
  });
  const { username, contributions, new_owners: owners } = form.values;
  const isNamed = username.trim().toLowerCase() === user.username.toLowerCase();
  const isOwned = query.data?.only_owned.every(({ id }) => (owners[id] ?? '').trim() !== '') ?? false;
  const canDelete = isNamed && isOwned;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!canDelete || form.isSending || !(await form.submit())) return;
    toast({ text: formatMessage(messages.deleted) });
    await client.invalidateQueries({ queryKey: ['admin'] });
    onClose();
  };
  return (
    <Dialog
      title={<FormattedMessage {...messages.deleteTitle} values={{ name: user.name }} />}
      onClose={onClose}
      footer={
        <DangerFoot onCancel={onClose} type="submit" form={id} busy={form.isSending} disabled={!canDelete}>
          <FormattedMessage {...messages.delete} />
        </DangerFoot>
      }
    >
      <p>
        <FormattedMessage {...messages.deleteWhy} />
      </p>
      <FormFailure failure={form.failure} />
      <QueryView query={query}>
        {(facts) => (
          <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
            <fieldset className={styles.choices}>
              <legend>
                <FormattedMessage {...messages.contributions} />
                {': '}
                {formatMessage(messages.counts, {
                  issues: facts.issues,
                  epics: facts.epics,
                  comments: facts.comments,
                })}
              </legend>
              {(['keep', 'delete'] as const).map((choice) => (
                <label key={choice}>
                  <input
                    type="radio"
                    name="contributions"
                    checked={contributions === choice}
                    onChange={() => form.set({ contributions: choice })}
                  />
                  <FormattedMessage {...(choice === 'keep' ? messages.keep : messages.remove)} />
                </label>
              ))}
            </fieldset>
            {facts.only_owned.map((group) => (
              <TextField
                key={group.id}
                label={formatMessage(messages.newOwner, { group: group.full_path })}
                note={formatMessage(messages.newOwnerNote)}
                autoComplete="off"
                value={owners[group.id] ?? ''}
                onChange={(event) => form.set({ new_owners: { ...owners, [group.id]: event.target.value } })}
              />
            ))}
            <TextField
              label={formatMessage(messages.typeUsername, { username: user.username })}
              name="username"
              autoComplete="off"
              value={username}
              error={form.problemOf('username')}
              onChange={(event) => form.set({ username: event.target.value })}
            />
          </form>
        )}
      </QueryView>
    </Dialog>
  );
}
