import { statusLimits } from '@milepost/core/statuses/statuses';
import { ArrowDown, ArrowUp, Pencil, Plus, X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { StatusLabel } from '../../modules/statuses/StatusLabel.tsx';
import { categoryMessages } from '../../modules/statuses/messages.ts';
import { FieldSet } from '../../ui/field/FieldSet.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { blankStatus, type DraftStatus } from './draft.ts';
import { formMessages as messages, pageMessages } from './messages.ts';
import styles from './StatusesPage.module.css';

export interface StatusLinesProps {
  statuses: readonly DraftStatus[];
  /** Keys of those that cannot be removed. */
  defaults: readonly string[];
  problem: string | undefined;
  onChange(statuses: readonly DraftStatus[]): void;
  /** Opens the dialog of one of them, or of a new one. */
  onEdit(status: DraftStatus): void;
}

/** The ordered statuses of a lifecycle, which can be edited, moved and removed. */
export function StatusLines({ statuses, defaults, problem, onChange, onEdit }: StatusLinesProps) {
  const { formatMessage } = useIntl();
  const move = (at: number, by: -1 | 1): void => {
    const status = statuses[at];
    if (status) onChange(statuses.toSpliced(at, 1).toSpliced(at + by, 0, status));
  };
  return (
    <FieldSet
      legend={<FormattedMessage {...messages.statuses} />}
      error={problem}
      foot={
        statuses.length < statusLimits.perLifecycle && (
          <Button size="small" icon={Plus} onClick={() => onEdit(blankStatus())}>
            <FormattedMessage {...messages.add} />
          </Button>
        )
      }
    >
      <ol className={styles.lines} aria-label={formatMessage(messages.statuses)}>
        {statuses.map((status, at) => {
          const { name } = status;
          const isDefault = defaults.includes(status.key);
          return (
            <li key={status.key}>
              <StatusLabel status={status} />
              <span className={styles.category}>{formatMessage(categoryMessages[status.category])}</span>
              <span className={styles.lineButtons}>
                <IconButton
                  icon={Pencil}
                  label={formatMessage(pageMessages.editLabel, { name })}
                  onClick={() => onEdit(status)}
                />
                <IconButton
                  icon={ArrowUp}
                  label={formatMessage(messages.moveUp, { name })}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                />
                <IconButton
                  icon={ArrowDown}
                  label={formatMessage(messages.moveDown, { name })}
                  disabled={at === statuses.length - 1}
                  onClick={() => move(at, 1)}
                />
                <IconButton
                  icon={X}
                  label={formatMessage(isDefault ? messages.isDefault : messages.remove, { name })}
                  disabled={isDefault}
                  onClick={() => onChange(statuses.toSpliced(at, 1))}
                />
              </span>
            </li>
          );
        })}
      </ol>
    </FieldSet>
  );
}
