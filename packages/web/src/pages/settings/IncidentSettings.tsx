import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveSettings, type Settings } from '../../modules/settings/api.ts';
import { useChange } from '../../platform/forms/use-change.ts';
import { Toggle } from '../../ui/field/Toggle.tsx';
import { incidentMessages, settingsMessages } from './messages.ts';
import styles from './controls.module.css';

/** What a project adds to the timelines of its incidents by itself; saved as it is switched. */
export function IncidentSettings({ settings }: { settings: Settings }) {
  const { formatMessage } = useIntl();
  const id = useId();
  const { isBusy, change } = useChange([]);
  const isOn = settings.incident_label_timeline_enabled === true;
  const flip = (next: boolean): void =>
    void change({
      perform: () => saveSettings(settings, { incident_label_timeline_enabled: next }),
      done: formatMessage(settingsMessages.saved),
    });
  return (
    <section className={styles.features} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...incidentMessages.title} />
      </h2>
      <div className={styles.feature}>
        <Toggle checked={isBusy ? !isOn : isOn} onChange={(next) => !isBusy && flip(next)}>
          <b>
            <FormattedMessage {...incidentMessages.labels} />
          </b>
        </Toggle>
        <small>
          <FormattedMessage {...incidentMessages.labelsNote} />
        </small>
      </div>
    </section>
  );
}
