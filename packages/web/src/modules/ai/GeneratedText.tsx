import { FormattedMessage } from 'react-intl';
import { Alert } from '../../ui/feedback/Alert.tsx';
import { Badge } from '../../ui/text/Badge.tsx';
import { Prose } from '../work-items/Prose.tsx';
import type { Generated } from './api.ts';
import { assistantMessages as messages } from './messages.ts';
import styles from './assistant.module.css';

/** A keyboard must reach what scrolls. */
const REACHABLE = 0;

/** What a model wrote, marked as such. */
export function GeneratedText({ generated }: { generated: Generated }) {
  return (
    <div className={styles.generated}>
      <div className={styles.head}>
        <Badge tone="neutral">
          <FormattedMessage {...messages.generated} />
        </Badge>
        <FormattedMessage {...messages.check} />
      </div>
      {generated.internal && (
        <Alert tone="warning">
          <FormattedMessage {...messages.internal} />
        </Alert>
      )}
      <div className={styles.preview} tabIndex={REACHABLE}>
        <Prose html={generated.content_html} />
      </div>
    </div>
  );
}
