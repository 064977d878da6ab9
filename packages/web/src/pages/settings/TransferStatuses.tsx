import { FormattedMessage, useIntl } from 'react-intl';
import type { StatusMove } from '../../modules/settings/api.ts';
import { FieldSet } from '../../ui/field/FieldSet.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { transferMessages as messages } from './messages.ts';

export interface TransferStatusesProps {
  moves: readonly StatusMove[];
  /** The chosen statuses by position; those of the same name and category need no choice. */
  chosen: ReadonlyMap<number, number>;
  onChoose(at: number, statusId: number): void;
}

/** What the statuses of items become below another top-level group. Those without a counterpart need a choice. */
export function TransferStatuses({ moves, chosen, onChoose }: TransferStatusesProps) {
  const { formatMessage } = useIntl();
  return (
    <FieldSet legend={<FormattedMessage {...messages.statuses} />}>
      <p>
        <FormattedMessage {...messages.statusesNote} />
      </p>
      {moves.map(({ status, count, target_id: target, choices }, at) => (
        <Select
          key={`${status.id} ${choices[0]?.id ?? ''}`}
          label={formatMessage(messages.status, { name: status.name, count })}
          value={String(chosen.get(at) ?? target ?? '')}
          onChange={(event) => onChoose(at, Number(event.target.value))}
        >
          {target === null && (
            <option value="" disabled>
              {formatMessage(messages.choose)}
            </option>
          )}
          {choices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      ))}
    </FieldSet>
  );
}
