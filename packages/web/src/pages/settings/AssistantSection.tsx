import { useId } from 'react';
import { FormattedMessage } from 'react-intl';
import type { AssistantSettings, Settings } from '../../modules/settings/api.ts';
import { printAddress } from '../../platform/navigation/addresses.ts';
import { marks } from '../assistant/marked.ts';
import { MarkedAreas } from '../assistant/MarkedAreas.tsx';
import { settingsMessages as messages } from './messages.ts';
import styles from './controls.module.css';

/** The settings of the assistant among the general ones; the rest is on their own page. */
export function AssistantSection({ settings }: { settings: Settings & { assistant: AssistantSettings } }) {
  const id = useId();
  const redirectPath = printAddress({ page: 'groupSettings', fullPath: settings.full_path });
  return (
    <section className={styles.features} aria-labelledby={id}>
      <h2 id={id}>
        <FormattedMessage {...messages.assistant} />
      </h2>
      <div id={marks.settings} data-redirect-path={redirectPath} />
      <MarkedAreas settings={settings} onGeneralSettingsPage />
    </section>
  );
}
