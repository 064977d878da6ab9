import { pathProblems } from '@milepost/core/namespaces';
import { useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { restoreNamespace, type Settings } from '../../modules/settings/api.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { pageLook } from '../../ui/page/Page.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { dangerMessages as messages } from './messages.ts';
import { addressOfSettings } from './page-address.ts';

/** Restores a deleted group or project, under another path if its former one is taken. */
export function DeletedNotice({ settings, removedOn }: { settings: Settings; removedOn: string }) {
  const { formatMessage, formatDate } = useIntl();
  const client = useQueryClient();
  const { kind, path_before_deletion: formerPath, parent } = settings;
  const form = useForm({
    initial: { path: formerPath ?? '' },
    check: ({ path }) => {
      const problems = pathProblems(path, parent === null);
      return problems.length > 0 ? { path: problems } : null;
    },
    async send({ path }) {
      const fullPath = await restoreNamespace(settings, path);
      toast({ text: formatMessage(messages.restored) });
      goTo(addressOfSettings({ kind, fullPath }), { replace: true });
      await client.invalidateQueries();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <>
      <Alert tone="warning">
        <p>
          <b>
            <FormattedMessage {...messages.deletedTitle} values={{ kind }} />
          </b>
        </p>
        <p>
          <FormattedMessage
            {...messages.deletedNote}
            values={{ day: formatDate(removedOn, { dateStyle: 'long', timeZone: 'UTC' }) }}
          />
        </p>
        {formerPath === null && (
          <p>
            <FormattedMessage {...messages.deletedWithParent} />
          </p>
        )}
      </Alert>
      {formerPath !== null && (
        <form className={pageLook.form} noValidate onSubmit={submit}>
          <TextField
            label={formatMessage(messages.restorePath)}
            autoCapitalize="none"
            spellCheck={false}
            {...form.textField('path')}
          />
          <FormFailure failure={form.failure} title={formatMessage(messages.failed)} />
          <div className={pageLook.formActions}>
            <Button type="submit" kind="primary" busy={form.isSending}>
              <FormattedMessage {...messages.restore} />
            </Button>
          </div>
        </form>
      )}
    </>
  );
}
