import { vulnerabilityActions, type VulnerabilityAction } from '@milepost/core/security/vulnerabilities';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  changeVulnerability,
  vulnerabilitiesKey,
  type ListedVulnerability,
} from '../../modules/vulnerabilities/api.ts';
import { actionMessages } from '../../modules/vulnerabilities/messages.ts';
import { actionTo } from '../../modules/vulnerabilities/VulnerabilityBadges.tsx';
import { useChange } from '../../platform/forms/use-change.ts';
import { Button } from '../../ui/button/Button.tsx';
import { pageMessages as messages } from './messages.ts';
import styles from './Vulnerabilities.module.css';

/** Changes the state of the selected vulnerabilities, with undo. */
export function BulkBar({ chosen, onClear }: { chosen: readonly ListedVulnerability[]; onClear(): void }) {
  const { formatMessage } = useIntl();
  const { change, isBusy } = useChange(vulnerabilitiesKey);
  const perform = async (action: VulnerabilityAction): Promise<void> => {
    const changed = chosen.flatMap(({ id, state }) => (state && actionTo[state] !== action ? [{ id, state }] : []));
    const isDone = await change({
      perform: () => Promise.all(changed.map(({ id }) => changeVulnerability(id, action))),
      done: formatMessage(messages.changed, { count: changed.length }),
      undo: {
        perform: () => Promise.all(changed.map(({ id, state }) => changeVulnerability(id, actionTo[state]))),
        done: formatMessage(messages.restored),
      },
    });
    if (isDone) onClear();
  };
  return (
    <section className={styles.bulk} aria-label={formatMessage(messages.bulk)}>
      <span role="status">
        <FormattedMessage {...messages.selected} values={{ count: chosen.length }} />
      </span>
      {vulnerabilityActions.map((action) => (
        <Button key={action} size="small" busy={isBusy} onClick={() => void perform(action)}>
          <FormattedMessage {...actionMessages[action]} />
        </Button>
      ))}
      <Button size="small" kind="quiet" onClick={onClear}>
        <FormattedMessage {...messages.clearSelection} />
      </Button>
    </section>
  );
}
