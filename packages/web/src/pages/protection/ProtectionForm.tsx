import { MAX_REQUIRED_APPROVALS } from '@milepost/core/deployments/approvals';
import { environmentTiers } from '@milepost/core/deployments/environments';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  membersQuery,
  protectionsQuery,
  type ProtectionView,
  type RuleChange,
  type RuleView,
  saveProtection,
  sharesQuery,
} from '../../modules/deployments/protection.ts';
import type { NamespaceRef } from '../../platform/api/endpoints.ts';
import { useForm } from '../../platform/forms/form.ts';
import { FormDialog } from '../../platform/forms/FormDialog.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Select, TextField } from '../../ui/field/Field.tsx';
import { protectionMessages as messages } from './messages.ts';
import styles from './Protection.module.css';

/** A row of the form: `who` is `level:40`, `user:7` or `group:9`. */
interface Row {
  id: number | null;
  who: string;
  title: string;
  approvals: number;
}

const rowOf = (rule: RuleView): Row => ({
  id: rule.id,
  who:
    rule.access_level !== null
      ? `level:${rule.access_level}`
      : rule.user_id !== null
        ? `user:${rule.user_id}`
        : `group:${rule.group_id}`,
  title: rule.access_level_description,
  approvals: rule.required_approvals ?? 1,
});

function changesOf(before: readonly Row[], after: readonly Row[], isApproval: boolean): RuleChange[] {
  const kept = new Set(after.map(({ id }) => id));
  const removed = before.flatMap(({ id }): RuleChange[] =>
    id === null || kept.has(id) ? [] : [{ id, _destroy: true }],
  );
  const changed = after.flatMap(({ id, who, approvals }): RuleChange[] => {
    const old = before.find((row) => row.id === id);
    // What was not changed here is not sent, so that nobody's change is replaced.
    if (old?.who === who && old.approvals === approvals) return [];
    const [kind, value] = who.split(':');
    const number = Number(value);
    return [
      {
        ...(id !== null && { id }),
        access_level: kind === 'level' ? number : null,
        user_id: kind === 'user' ? number : null,
        group_id: kind === 'group' ? number : null,
        ...(isApproval && { required_approvals: approvals }),
      },
    ];
  });
  return [...removed, ...changed];
}

interface ProtectionFormProps {
  namespace: NamespaceRef;
  /** Null for a new one. */
  protection: ProtectionView | null;
  onClose(): void;
}

/** Adds the protection of an environment or tier, or changes its rules. */
export function ProtectionForm({ namespace, protection, onClose }: ProtectionFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const before = {
    deployers: protection?.deploy_access_levels.map(rowOf) ?? [],
    approvers: protection?.approval_rules.map(rowOf) ?? [],
  };
  const fresh: Row = { id: null, who: 'level:40', title: '', approvals: 1 };
  const form = useForm({
    initial: {
      name: protection?.name ?? (namespace.kind === 'group' ? 'production' : ''),
      deployers: protection ? before.deployers : [fresh],
      approvers: before.approvers,
    },
    check: ({ name, deployers }) => {
      const problems = {
        ...(name.trim() === '' && { name: [formatMessage(messages.blank)] }),
        ...(deployers.length === 0 && { deployers: [formatMessage(messages.deployersMissing)] }),
      };
      return Object.keys(problems).length > 0 ? problems : null;
    },
    async send({ name, deployers, approvers }) {
      const change = {
        deploy_access_levels: changesOf(before.deployers, deployers, false),
        approval_rules: changesOf(before.approvers, approvers, true),
      };
      try {
        await saveProtection(namespace, name.trim(), change, protection === null);
      } finally {
        await client.invalidateQueries({ queryKey: protectionsQuery(namespace).queryKey });
      }
    },
  });
  const { deployers, approvers, name } = form.values;
  const missing = form.problemOf('deployers');
  return (
    <FormDialog
      title={
        protection ? (
          <FormattedMessage {...messages.editTitle} values={{ name: protection.name }} />
        ) : (
          <FormattedMessage {...messages.add} />
        )
      }
      form={form}
      send={protection ? messages.save : messages.add}
      onClose={onClose}
    >
      {!protection && namespace.kind === 'project' && (
        <TextField label={formatMessage(messages.name)} autoComplete="off" data-autofocus {...form.textField('name')} />
      )}
      {!protection && namespace.kind === 'group' && (
        <Select
          label={formatMessage(messages.tier)}
          data-autofocus
          value={name}
          error={form.problemOf('name')}
          onChange={({ target }) => form.set({ name: target.value })}
        >
          {environmentTiers.map((tier) => (
            <option key={tier}>{tier}</option>
          ))}
        </Select>
      )}
      {missing !== undefined && <Alert tone="danger">{formatMessage(messages.deployersMissing)}</Alert>}
      <RowList
        title={formatMessage(messages.deployers)}
        add={formatMessage(messages.addDeployer)}
        namespace={namespace}
        rows={deployers}
        onChange={(rows) => form.set({ deployers: rows })}
      />
      <RowList
        title={formatMessage(messages.approvers)}
        add={formatMessage(messages.addApprover)}
        namespace={namespace}
        rows={approvers}
        isApproval
        onChange={(rows) => form.set({ approvers: rows })}
      />
    </FormDialog>
  );
}

interface RowListProps {
  title: string;
  add: string;
  namespace: NamespaceRef;
  rows: readonly Row[];
  isApproval?: boolean;
  onChange(rows: Row[]): void;
}

const counts = Array.from({ length: MAX_REQUIRED_APPROVALS }, (_, index) => index + 1);

function RowList({ title, add, namespace, rows, isApproval = false, onChange }: RowListProps) {
  const { formatMessage } = useIntl();
  const people = useQuery(membersQuery(namespace)).data ?? [];
  const groups = useQuery(sharesQuery(namespace)).data?.shared_with_groups ?? [];
  const known = new Set([
    'level:30',
    'level:40',
    'level:60',
    ...people.map(({ id }) => `user:${id}`),
    ...groups.map(({ group_id: id }) => `group:${id}`),
  ]);
  const set = (index: number, change: Partial<Row>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <fieldset className={styles.list}>
      <legend>{title}</legend>
      {rows.map((row, index) => (
        // Rows have no identity of their own before they are saved.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={row.id ?? `new-${index}`} className={styles.row}>
          <Select
            label={formatMessage(messages.who)}
            value={row.who}
            onChange={({ target }) => set(index, { who: target.value })}
          >
            <optgroup label={formatMessage(messages.roles)}>
              <option value="level:30">{formatMessage(messages.developers)}</option>
              <option value="level:40">{formatMessage(messages.maintainers)}</option>
              <option value="level:60">{formatMessage(messages.admins)}</option>
            </optgroup>
            <optgroup label={formatMessage(messages.members)}>
              {people.map(({ id, name, username }) => (
                <option key={id} value={`user:${id}`}>
                  {name} (@{username})
                </option>
              ))}
            </optgroup>
            <optgroup label={formatMessage(messages.groups)}>
              {groups.map(({ group_id: id, group_name: name }) => (
                <option key={id} value={`group:${id}`}>
                  {name}
                </option>
              ))}
            </optgroup>
            {!known.has(row.who) && <option value={row.who}>{row.title}</option>}
          </Select>
          {isApproval && (
            <div className={styles.count}>
              <Select
                label={formatMessage(messages.count)}
                value={row.approvals}
                onChange={({ target }) => set(index, { approvals: Number(target.value) })}
              >
                {counts.map((count) => (
                  <option key={count}>{count}</option>
                ))}
              </Select>
            </div>
          )}
          <IconButton
            icon={Trash2}
            label={formatMessage(messages.removeRow, { number: index + 1 })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        onClick={() => onChange([...rows, { id: null, who: 'level:40', title: '', approvals: 1 }])}
      >
        {add}
      </Button>
    </fieldset>
  );
}
