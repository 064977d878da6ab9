import type { Feature } from '@milepost/core/settings/features';
import { useId, useState } from 'react';
import { FormattedMessage, type MessageDescriptor, useIntl } from 'react-intl';
import { type FeatureState, saveSettings, type Settings } from '../../modules/settings/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { Toggle } from '../../ui/field/Toggle.tsx';
import { featureMessages, featureNotes, featureTitles } from './feature-messages.ts';
import { settingsMessages as messages } from './messages.ts';
import styles from './Settings.module.css';
import controls from './controls.module.css';

/** The features of a group or project, each saved as it is switched. What is off above cannot be switched on. */
export function FeatureSwitches({ settings }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  const id = useId();
  // Everything on every page may depend on a switch.
  const { isBusy, change } = useChange([]);
  const [saving, setSaving] = useState<Feature | null>(null);
  const flip = async ({ name, setting }: FeatureState, isOn: boolean): Promise<void> => {
    if (isBusy) return;
    setSaving(name);
    await change({
      perform: () => saveSettings(settings, { [setting]: isOn }),
      done: formatMessage(messages.saved),
    });
    setSaving(null);
  };
  return (
    <section className={controls.features} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...featureMessages.title} />
      </h2>
      <p className={styles.lead}>
        <FormattedMessage {...featureMessages.lead} values={{ kind: settings.kind }} />
      </p>
      {settings.features.map((feature) => (
        <div key={feature.name} className={controls.feature}>
          {feature.off_in === null ? (
            <Toggle
              checked={saving === feature.name ? !feature.is_on : feature.is_on}
              onChange={(isOn) => void flip(feature, isOn)}
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
