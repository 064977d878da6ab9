import { limitOf } from '@milepost/core/boards/boards';
import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import { useForm } from '../../../platform/forms/form.ts';
import { FormDialog } from '../../../platform/forms/FormDialog.tsx';
import { Select, TextField } from '../../../ui/field/Field.tsx';
import { boardKey } from '../data/board.ts';
import type { ShownColumn } from '../data/shown.ts';
import { type Limit, limitColumn } from './api.ts';
import { manageMessages as messages } from './messages.ts';

export interface LimitFormProps {
  home: NamespaceRef;
  column: ShownColumn;
  onClose(): void;
}

interface LimitValues {
  /** As typed; empty for no limit. */
  most: string;
  metric: Limit['metric'];
}

/** Sets the limit of a column. */
export function LimitForm({ home, column: { slot, name }, onClose }: LimitFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const limit = limitOf({ ...slot, limitMetric: slot.limitMetric ?? null });
  const form = useForm<LimitValues>({
    initial: {
      most: limit ? String(limit.most) : '',
      metric: limit?.by === 'weight' ? 'issue_weights' : 'issue_count',
    },
    check: ({ most }) =>
      /^(?:[1-9]\d{0,8})?$/.test(most.trim()) ? null : { most: [formatMessage(messages.limitWrong)] },
    async send({ most, metric }) {
      await limitColumn(slot.listId ?? '', { metric, most: most.trim() === '' ? null : Number(most) });
      await client.invalidateQueries({ queryKey: boardKey(home) });
    },
  });
  return (
    <FormDialog title={formatMessage(messages.limitTitle, { name })} form={form} send={messages.save} onClose={onClose}>
      <TextField
        label={formatMessage(messages.limitOf)}
        note={formatMessage(messages.limitNote)}
        data-autofocus
        inputMode="numeric"
        autoComplete="off"
        {...form.textField('most')}
      />
      <Select
        label={formatMessage(messages.limitMetric)}
        value={form.values.metric}
        onChange={({ target }) =>
          form.set({ metric: target.value === 'issue_weights' ? 'issue_weights' : 'issue_count' })
        }
      >
        <option value="issue_count">{formatMessage(messages.issues)}</option>
        <option value="issue_weights">{formatMessage(messages.weight)}</option>
      </Select>
    </FormDialog>
  );
}
