import { MAX_LAG_DAYS } from '@milepost/core/links';
import { type FormEvent, useState } from 'react';
import { useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { Button } from '../../ui/button/Button.tsx';
import { linkMessages as messages } from './messages.ts';
import styles from './Links.module.css';

export interface LagFieldProps {
  lagDays: number;
  /** The item at the other end, for screen readers. */
  title: string;
  /** Null for viewers who may not change it. */
  onChange: ((lagDays: number) => Promise<void>) | null;
}

/** The days that must pass after the blocker ends; editable in place. A refused value stays in the field. */
export function LagField({ lagDays, title, onChange }: LagFieldProps) {
  const { formatMessage } = useIntl();
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const text = formatMessage(messages.lag, { days: lagDays });
  if (onChange === null) return lagDays > 0 ? <small className={styles.lag}>{text}</small> : null;
  const label = formatMessage(messages.lagOf, { title });
  if (draft === null) {
    return (
      <button
        type="button"
        className={styles.lag}
        aria-label={lagDays > 0 ? `${label}: ${text}` : `${formatMessage(messages.addLag)}: ${label}`}
        data-tooltip={label}
        onClick={() => setDraft(String(lagDays))}
      >
        {lagDays > 0 ? text : formatMessage(messages.addLag)}
      </button>
    );
  }
  const days = Number(draft);
  const isValid = draft.trim() !== '' && Number.isInteger(days) && days >= 0 && days <= MAX_LAG_DAYS;
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSaving) return;
    if (!isValid) return setFailure(formatMessage(messages.lagRange, { max: MAX_LAG_DAYS }));
    setSaving(true);
    try {
      if (days !== lagDays) await onChange(days);
      setDraft(null);
      setFailure(null);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setFailure(error.message === '' ? formatMessage(messages.lagFailed) : error.message);
    } finally {
      setSaving(false);
    }
  };
  return (
    <form
      className={styles.lagForm}
      noValidate
      onSubmit={(event) => void save(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        setDraft(null);
        setFailure(null);
      }}
    >
      <input
        type="number"
        min={0}
        max={MAX_LAG_DAYS}
        step={1}
        value={draft}
        aria-label={label}
        aria-invalid={failure !== null || undefined}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the press on the value asked for it
        autoFocus
        onChange={(event) => setDraft(event.target.value)}
      />
      <Button size="small" type="submit" busy={isSaving}>
        {formatMessage(messages.saveLag)}
      </Button>
      {failure !== null && <span role="alert">{failure}</span>}
    </form>
  );
}
