import { X } from 'lucide-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { chartMessages as messages } from '../messages/chart.ts';
import styles from './status.module.css';
import type { NearestRange } from './use-moved-range.ts';

/** Reports that the page switched to another range, with a button that reverts it. */
export function MovedNotice({ moved, onBack }: { moved: NearestRange; onBack: () => void }) {
  const { formatMessage } = useIntl();
  const [isDismissed, setDismissed] = useState(false);
  if (isDismissed) return null;
  return (
    <div className={styles.moved} role="status">
      <span>{formatMessage(messages.moved, { range: moved.range ?? 'ALL' })}</span>
      <Button kind="quiet" size="small" onClick={onBack}>
        {formatMessage(messages.backToQuarter)}
      </Button>
      <IconButton
        className={styles.movedDismiss}
        size="small"
        icon={X}
        label={formatMessage(messages.dismiss)}
        onClick={() => setDismissed(true)}
      />
    </div>
  );
}
