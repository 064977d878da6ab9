import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isStaleLimit, staleLimits } from '@milepost/core/roadmap/signals';
import { saveStaleLimit, staleLimitKey, staleLimitQuery } from '../../modules/roadmaps/stale-limit.ts';
import type { Settings } from '../../modules/settings/api.ts';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { Button } from '../../ui/button/Button.tsx';
import { TextField } from '../../ui/field/Field.tsx';
import { roadmapMessages as messages, settingsMessages } from './messages.ts';
import controls from './controls.module.css';
import styles from './Settings.module.css';

/** What a top-level group decides for the roadmaps of its tree. */
export function RoadmapSettings({ settings }: { settings: Settings }) {
  const id = useId();
  const { data } = useQuery(staleLimitQuery(settings.full_path));
  if (!data) return null;
  const [top = ''] = settings.full_path.split('/');
  return (
    <section className={controls.features} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...messages.title} />
      </h2>
      {settings.parent === null && data.maySet ? (
        // Another limit starts over: what was typed is compared with what was shown.
        <StaleLimitForm key={data.days} fullPath={settings.full_path} days={data.days} />
      ) : (
        <p className={styles.lead}>
          <FormattedMessage {...messages.staleSet} values={{ days: data.days, group: top }} />
        </p>
      )}
    </section>
  );
}

function StaleLimitForm({ fullPath, days }: { fullPath: string; days: number }) {
  const { formatMessage } = useIntl();
  const [draft, setDraft] = useState(String(days));
  const [isWrong, setWrong] = useState(false);
  const { isBusy, change } = useChange(staleLimitKey(fullPath));
  const { min, max } = staleLimits;
  const save = async (): Promise<void> => {
    const wanted = draft.trim() === '' ? Number.NaN : Number(draft);
    setWrong(!isStaleLimit(wanted));
    if (!isStaleLimit(wanted) || isBusy) return;
    await change({
      perform: () => saveStaleLimit(fullPath, wanted, days),
      done: formatMessage(settingsMessages.saved),
      keepsForm: true,
    });
  };
  return (
    <form
      className={controls.number}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <UnsavedGuard isUnsaved={() => draft !== String(days)} />
      <TextField
        label={formatMessage(messages.stale)}
        note={formatMessage(messages.staleNote, { min, max })}
        error={isWrong && formatMessage(messages.staleWrong, { min, max })}
        type="number"
        min={min}
        max={max}
        step={1}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
      <Button type="submit" busy={isBusy} disabled={draft === String(days)}>
        {formatMessage(messages.save)}
      </Button>
    </form>
  );
}
