import type { Feature } from '@milepost/core/settings/features';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { type FeatureState, saveSettings, type Settings } from '../../modules/settings/api.ts';
import type { RequestError } from '../../platform/api/errors.ts';
import { FormFailure } from '../../platform/forms/FormFailure.tsx';
import { Toggle } from '../../ui/field/Toggle.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { featureMessages, featureNotes, featureTitles } from './feature-messages.ts';
import { settingsMessages as messages } from './messages.ts';
import styles from './Settings.module.css';

/** The features of a group or project, each saved as it is switched. What is off above cannot be switched on. */
export function FeatureSwitches({ settings }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  const id = useId();
  const client = useQueryClient();
  const [saving, setSaving] = useState<Feature | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const change = async ({ name, setting }: FeatureState, isOn: boolean): Promise<void> => {
    if (saving !== null) return;
    setSaving(name);
    setFailure(null);
    try {
      await saveSettings(settings, { [setting]: isOn });
      toast({ text: formatMessage(messages.saved) });
      await client.invalidateQueries();
    } catch (error) {
      setFailure(error as RequestError);
    } finally {
      setSaving(null);
    }
  };
  return (
    <section className={styles.features} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...featureMessages.title} />
      </h2>
      <p className={styles.lead}>
        <FormattedMessage {...featureMessages.lead} values={{ kind: settings.kind }} />
      </p>
      {failure && <FormFailure failure={failure} title={formatMessage(messages.notSaved)} />}
      {settings.features.map((feature) => (
        <div key={feature.name} className={styles.feature}>
          {feature.off_in === null ? (
            <Toggle
              checked={saving === feature.name ? !feature.is_on : feature.is_on}
              onChange={(isOn) => void change(feature, isOn)}
            >
              <Title name={featureTitles[feature.name]} />
            </Toggle>
          ) : (
            <Title name={featureTitles[feature.name]} />
          )}
          <small>
            {feature.off_in === null ? (
              <FormattedMessage {...featureNotes[feature.name]} />
            ) : (
              <FormattedMessage {...featureMessages.offIn} values={{ group: feature.off_in }} />
            )}
          </small>
        </div>
      ))}
    </section>
  );
}

function Title({ name }: { name: MessageDescriptor }) {
  return (
    <b>
      <FormattedMessage {...name} />
    </b>
  );
}
