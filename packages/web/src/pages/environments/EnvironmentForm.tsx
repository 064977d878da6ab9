import { environmentProblems, environmentTiers } from '@milepost/core/deployments/environments';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { createEnvironment, type EnvironmentDraft, environmentsKey } from '../../modules/deployments/api.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { environmentMessages as messages } from './messages.ts';

/** Creates an environment. */
export function EnvironmentForm({ fullPath, onClose }: { fullPath: string; onClose(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const form = useForm<EnvironmentDraft>({
    initial: { name: '', externalUrl: '', tier: '' },
    check: ({ name, externalUrl }) => {
      const { external_url: address, ...others } = environmentProblems({ name, externalUrl }) ?? {};
      return address ? { ...others, externalUrl: address } : others;
    },
    async send(draft) {
      await createEnvironment(fullPath, draft);
      await client.invalidateQueries({ queryKey: environmentsKey(fullPath) });
    },
  });
  return (
    <FormDialog title={formatMessage(messages.new)} form={form} send={messages.create} onClose={onClose}>
      <TextField
        label={formatMessage(messages.name)}
        note={formatMessage(messages.nameNote)}
        autoComplete="off"
        data-autofocus
        {...form.textField('name')}
      />
      <TextField label={formatMessage(messages.address)} type="url" {...form.textField('externalUrl')} />
      <Select
        label={formatMessage(messages.tier)}
        value={form.values.tier}
        onChange={({ target }) => form.set({ tier: target.value as EnvironmentDraft['tier'] })}
      >
        <option value="">{formatMessage(messages.tierOfName)}</option>
        {environmentTiers.map((tier) => (
          <option key={tier} value={tier}>
            {formatMessage(messages[tier.toUpperCase() as Uppercase<typeof tier>])}
          </option>
        ))}
      </Select>
    </FormDialog>
  );
}
