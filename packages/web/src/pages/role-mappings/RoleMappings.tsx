import { accessLevelOf, type Role } from '@milepost/core/roles';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  addRoleMapping,
  removeRoleMapping,
  roleMappingsKey,
  roleMappingsQuery,
  type RoleMappingView,
} from '../../modules/identity/api.ts';
import { ownLevelQuery } from '../../modules/members/api.ts';
import { roleMessages } from '../../modules/members/roles.ts';
import { RoleSelect } from '../../modules/members/RoleSelect.tsx';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session, type SignInProviders } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { Row, Rows } from '../../ui/list/Rows.tsx';
import { pageLook, Section } from '../../ui/page/Page.tsx';
import { text } from '../../ui/text/text.tsx';
import { roleMappingMessages as messages } from './messages.ts';
import { RemoveDialog } from './RemoveDialog.tsx';

interface RoleMappingsProps {
  fullPath: string;
  providers: SignInProviders['oidc'];
}

/** The role mappings of a group: list, add, remove. */
export function RoleMappings({ fullPath, providers }: RoleMappingsProps) {
  const { formatMessage } = useIntl();
  const query = useQuery(roleMappingsQuery(fullPath));
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<RoleMappingView | null>(null);
  return (
    <QueryView query={query}>
      {(mappings) => (
        <Section
          title={<FormattedMessage {...messages.mappings} />}
          end={
            <Button size="small" icon={Plus} aria-haspopup="dialog" onClick={() => setAdding(true)}>
              <FormattedMessage {...messages.add} />
            </Button>
          }
        >
          <p className={pageLook.lead}>
            <FormattedMessage {...messages.lead} />
          </p>
          {mappings.length === 0 ? (
            <p className={text.quiet}>
              <FormattedMessage {...messages.none} />
            </p>
          ) : (
            <Rows label={formatMessage(messages.mappings)}>
              {mappings.map((mapping) => (
                <Row
                  key={mapping.id}
                  before={<Icon of={ShieldCheck} />}
                  title={<b>{mapping.claim_value}</b>}
                  note={formatMessage(messages.gives, {
                    role: formatMessage(roleMessages(mapping.access_level)),
                    provider: providers.find(({ name }) => name === mapping.provider)?.label ?? mapping.provider,
                  })}
                  end={
                    <Button
                      size="small"
                      aria-haspopup="dialog"
                      aria-label={formatMessage(messages.removeLabel, { name: mapping.claim_value })}
                      onClick={() => setLeaving(mapping)}
                    >
                      <FormattedMessage {...messages.remove} />
                    </Button>
                  }
                />
              ))}
            </Rows>
          )}
          {isAdding && <MappingForm fullPath={fullPath} providers={providers} onClose={() => setAdding(false)} />}
          {leaving && (
            <RemoveDialog
              name={leaving.claim_value}
              queryKey={roleMappingsKey(fullPath)}
              remove={() => removeRoleMapping(fullPath, leaving.id)}
              onClose={() => setLeaving(null)}
            >
              <FormattedMessage {...messages.removeWhy} />
            </RemoveDialog>
          )}
        </Section>
      )}
    </QueryView>
  );
}

function MappingForm({ fullPath, providers, onClose }: RoleMappingsProps & { onClose(): void }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const ownLevel = useQuery(ownLevelQuery({ kind: 'group', fullPath }, session().viewer)).data ?? 0;
  const form = useForm<{ provider: string; claim_value: string; role: Role }>({
    initial: { provider: providers[0]?.name ?? '', claim_value: '', role: 'developer' },
    check: ({ claim_value: value }) => (value.trim() === '' ? { claim_value: ["can't be blank"] } : null),
    async send({ role, ...values }) {
      await addRoleMapping(fullPath, { ...values, access_level: accessLevelOf[role] });
      await client.invalidateQueries({ queryKey: roleMappingsKey(fullPath) });
    },
  });
  return (
    <FormDialog title={formatMessage(messages.add)} form={form} send={messages.addShort} onClose={onClose}>
      <Select
        label={formatMessage(messages.provider)}
        value={form.values.provider}
        onChange={({ target }) => form.set({ provider: target.value })}
      >
        {providers.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <TextField
        {...form.textField('claim_value')}
        label={formatMessage(messages.value)}
        note={formatMessage(messages.valueNote)}
        autoComplete="off"
        data-autofocus
      />
      <RoleSelect
        label={formatMessage(messages.role)}
        value={form.values.role}
        ownLevel={ownLevel}
        onChange={(role) => form.set({ role })}
      />
    </FormDialog>
  );
}
