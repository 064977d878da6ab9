import { duoAvailabilities, type DuoAvailability } from '@milepost/core/settings/assistant';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveSettings, type AssistantSettings, type Settings } from '../../modules/settings/api.ts';
import { useForm } from '../../platform/forms/form.ts';
import { UnsavedGuard } from '../../platform/forms/UnsavedGuard.tsx';
import { goTo } from '../../platform/navigation/navigation.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Checkbox } from '../../ui/field/Field.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { assistantSettingsMessages as messages } from './messages.ts';
import styles from './assistant.module.css';

interface AssistantFormProps {
  settings: Settings & { assistant: AssistantSettings };
  /** The path to which a saved form leads. */
  redirectPath: string;
  /** Whether it is a part of the general settings, which leave the core features out. */
  onGeneralSettingsPage: boolean;
}

const titles = {
  default_on: messages.defaultOn,
  default_off: messages.defaultOff,
  never_on: messages.neverOn,
} as const;
const notes = {
  default_on: messages.defaultOnNote,
  default_off: messages.defaultOffNote,
  never_on: messages.neverOnNote,
} as const;

/** The settings of the assistant of a group. Some exist in a top-level group only. */
export function AssistantForm({ settings, redirectPath, onGeneralSettingsPage }: AssistantFormProps) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const group = useId();
  const { assistant } = settings;
  const isTopLevel = settings.parent === null;
  const isLocked = assistant.locked_by !== null;
  // Without a model there is nothing that the core features could use.
  const sendsCore = isTopLevel && !onGeneralSettingsPage && assistant.model !== null;
  const { duo_availability: availability } = assistant;
  const form = useForm({
    initial: {
      availability,
      experiments: assistant.experiment_features_enabled,
      cache: assistant.model_prompt_cache_enabled,
      core: assistant.duo_core_features_enabled,
    },
    async send({ availability: chosen, experiments, cache, core }) {
      await saveSettings(settings, {
        duo_availability: chosen,
        ...(isTopLevel && { experiment_features_enabled: experiments, model_prompt_cache_enabled: cache }),
        ...(sendsCore && { duo_core_features_enabled: core }),
      });
    },
  });
  const { values, set } = form;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!(await form.submit())) return;
    await client.invalidateQueries();
    goTo(redirectPath);
    toast({ text: formatMessage(messages.saved) });
  };
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <UnsavedGuard isUnsaved={form.isChanged} />
      <fieldset
        className={styles.choices}
        disabled={isLocked}
        aria-describedby={isLocked ? `${group}-locked` : undefined}
      >
        <legend>
          <FormattedMessage {...messages.availability} />
        </legend>
        {isLocked && (
          <p id={`${group}-locked`} className={styles.locked}>
            <FormattedMessage {...messages.lockedBy} values={{ group: assistant.locked_by }} />
          </p>
        )}
        {duoAvailabilities.map((each: DuoAvailability) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name={group}
              value={each}
              checked={values.availability === each}
              onChange={() => set({ availability: each })}
            />
            <span>
              <FormattedMessage {...titles[each]} />
              <small>
                <FormattedMessage {...notes[each]} />
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      {isTopLevel ? (
        <>
          <Checkbox
            label={formatMessage(messages.experiments)}
            note={formatMessage(messages.experimentsNote)}
            checked={values.experiments}
            onChange={(event) => set({ experiments: event.target.checked })}
          />
          <Checkbox
            label={formatMessage(messages.cache)}
            note={formatMessage(messages.cacheNote)}
            checked={values.cache}
            onChange={(event) => set({ cache: event.target.checked })}
          />
          {sendsCore && (
            <Checkbox
              label={formatMessage(messages.core)}
              note={formatMessage(messages.coreNote)}
              checked={values.core}
              onChange={(event) => set({ core: event.target.checked })}
            />
          )}
        </>
      ) : (
        <p className={styles.locked}>
          <FormattedMessage {...messages.topLevelOnly} />
        </p>
      )}
      {form.failure && (
        <Alert tone="danger">
          <FormattedMessage {...messages.saveFailed} /> {form.failure.message}
        </Alert>
      )}
      <Button type="submit" kind="primary" busy={form.isSending}>
        <FormattedMessage {...messages.save} />
      </Button>
    </form>
  );
}
