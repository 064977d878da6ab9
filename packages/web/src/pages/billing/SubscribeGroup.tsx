import { FormattedMessage, useIntl } from 'react-intl';
import { createSubscriptionGroup } from '../../modules/billing/api.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { FieldPair, pageLook, Section } from '../../ui/page/Page.tsx';
import { billingMessages as messages } from './messages.ts';

const required = (text: string): readonly string[] => (text.trim() === '' ? ["can't be blank"] : []);

/** Creates a top-level group and opens its billing page. */
export function SubscribeGroup() {
  const { formatMessage } = useIntl();
  const form = useForm({
    initial: { name: '', path: '' },
    check: ({ name, path }) => {
      const problems = { name: required(name), path: required(path) };
      return Object.fromEntries(Object.entries(problems).filter(([, found]) => found.length > 0));
    },
    send: async ({ name, path }) => {
      const group = await createSubscriptionGroup(name.trim(), path.trim());
      goTo({ page: 'groupBilling', fullPath: group.full_path });
    },
  });
  return (
    <Section title={<FormattedMessage {...messages.newGroup} />}>
      <p className={pageLook.lead}>
        <FormattedMessage {...messages.newGroupLead} />
      </p>
      <form
        className={pageLook.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <FieldPair>
          <TextField label={formatMessage(messages.groupName)} {...form.textField('name')} />
          <TextField
            label={formatMessage(messages.groupPath)}
            autoCapitalize="none"
            spellCheck={false}
            {...form.textField('path')}
          />
        </FieldPair>
        <FormFailure failure={form.failure} />
        <div className={pageLook.formActions}>
          <Button type="submit" busy={form.isSending}>
            <FormattedMessage {...messages.create} />
          </Button>
        </div>
      </form>
    </Section>
  );
}
