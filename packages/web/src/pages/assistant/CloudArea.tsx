import { FormattedMessage } from 'react-intl';
import { assistantSettingsMessages as messages } from './messages.ts';
import styles from './assistant.module.css';

/** Which model answers. */
export function CloudArea({ model }: { model: string | null }) {
  return (
    <section className={styles.cloud}>
      <h2>
        <FormattedMessage {...messages.server} />
      </h2>
      <p>
        {model === null ? (
          <FormattedMessage {...messages.noServer} />
        ) : (
          <FormattedMessage {...messages.serverModel} values={{ model: <b>{model}</b> }} />
        )}
      </p>
    </section>
  );
}
