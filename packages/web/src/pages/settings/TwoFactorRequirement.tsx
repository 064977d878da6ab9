import { type FormEvent, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useQueryClient } from '@tanstack/react-query';
import { saveSettings, type Settings } from '../../modules/settings/api.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Checkbox, TextField } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { settingsMessages } from './messages.ts';
import styles from './controls.module.css';

const messages = defineMessages({
  title: { id: 'settings.twoFactor', defaultMessage: 'Two-factor authentication' },
  required: { id: 'settings.twoFactorRequired', defaultMessage: 'Require two-factor authentication' },
  note: {
    id: 'settings.twoFactorNote',
    defaultMessage:
      'For all members of this group and of everything below. Those without a second factor see the deadline, and after it every page leads to the set-up.',
  },
  grace: { id: 'settings.twoFactorGrace', defaultMessage: 'Hours to set it up' },
  graceNote: { id: 'settings.twoFactorGraceNote', defaultMessage: '0: at once. A new member has as many hours.' },
  save: { id: 'settings.twoFactorSave', defaultMessage: 'Save requirement' },
});

const MAX_HOURS = 8760;

/** Whether a group requires a second factor of its members. */
export function TwoFactorRequirement({ settings }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const id = useId();
  const form = useForm({
    initial: {
      isRequired: settings.require_two_factor_authentication === true,
      two_factor_grace_period: String(settings.two_factor_grace_period ?? 48),
    },
    check: ({ two_factor_grace_period: hours }) =>
      /^\d{1,4}$/.test(hours.trim()) && Number(hours) <= MAX_HOURS
        ? null
        : { two_factor_grace_period: [`must be a number of hours from 0 to ${MAX_HOURS}`] },
    async send({ isRequired, two_factor_grace_period: hours }) {
      await saveSettings(settings, {
        require_two_factor_authentication: isRequired,
        two_factor_grace_period: Number(hours),
      });
    },
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) return;
    toast({ text: formatMessage(settingsMessages.saved) });
    await client.invalidateQueries();
  };
  return (
    <section className={styles.features} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...messages.title} />
      </h2>
      <form noValidate className={styles.requirement} onSubmit={(event) => void submit(event)}>
        <UnsavedGuard isUnsaved={form.isChanged} />
        <Checkbox
          label={formatMessage(messages.required)}
          note={formatMessage(messages.note)}
          checked={form.values.isRequired}
          onChange={(event) => form.set({ isRequired: event.target.checked })}
        />
        <TextField
          label={formatMessage(messages.grace)}
          note={formatMessage(messages.graceNote)}
          inputMode="numeric"
          {...form.textField('two_factor_grace_period')}
        />
        <FormFailure failure={form.failure} />
        <Button type="submit" busy={form.isSending}>
          <FormattedMessage {...messages.save} />
        </Button>
      </form>
    </section>
  );
}
