import { useIntl } from 'react-intl';
import { LagField } from '../../../modules/links/LagField.tsx';
import { Popover } from '../../../ui/overlay/Popover.tsx';
import type { Dependency, DependencyLine } from './dependency-lines.ts';
import styles from './dependencies.module.css';
import { dependencyMessages as messages } from './messages.ts';

export interface LinePopoverProps {
  anchor: Element;
  line: DependencyLine;
  /** Null for links that the viewer may not change. */
  lagOf: (link: Dependency) => ((lagDays: number) => Promise<void>) | null;
  onClose: () => void;
}

/** The links that a line stands for, with their lags. */
export function LinePopover({ anchor, line, lagOf, onClose }: LinePopoverProps) {
  const { formatMessage } = useIntl();
  const label = formatMessage(messages.count, { count: line.links.length });
  return (
    <Popover anchor={anchor} onClose={onClose} className={styles.popover} role="dialog" aria-label={label}>
      <h3>{label}</h3>
      <ul>
        {line.links.map((link) => (
          <li key={link.linkId}>
            <span className={styles.pair}>
              <span>{formatMessage(messages.pair, { blocker: link.blocker.title, blocked: link.blocked.title })}</span>
              <LagField lagDays={link.lagDays} title={link.blocked.title} onChange={lagOf(link)} />
            </span>
            {link.early !== null && <small data-wrong>{formatMessage(messages.early, { days: link.early })}</small>}
            {link.isInCycle && <small data-wrong>{formatMessage(messages.inCycle)}</small>}
          </li>
        ))}
      </ul>
    </Popover>
  );
}
