import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { ChevronDown, Rows3 } from 'lucide-react';
import { groupKindOf, groupSubjectOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { Button } from '../../../ui/button/Button.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { text } from '../../../ui/text/text.tsx';
import type { GroupByMenuProps } from './GroupByItems.tsx';
import { groupMessages as messages } from './group-messages.ts';
import styles from './group-by.module.css';

const GroupByItems = lazy(() => import('./GroupByItems.tsx').then((module) => ({ default: module.GroupByItems })));

/** Chooses what the lanes are made of. */
export function GroupByMenu({ fullPath, settings, change }: GroupByMenuProps) {
  const { formatMessage } = useIntl();
  const { groupBy } = settings;
  const value = groupBy === null ? formatMessage(messages.NONE) : shortName(groupBy, formatMessage);
  return (
    <Menu
      label={formatMessage(messages.groupBy)}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button
          {...trigger}
          icon={Rows3}
          iconAfter={ChevronDown}
          className={`${styles.button} ${text.onlyWide}`}
          aria-label={`${formatMessage(messages.groupBy)}: ${value}`}
        >
          <span className={styles.name}>{formatMessage(messages.groupBy)}</span> <b>{value}</b>
        </Button>
      )}
    >
      <Suspense fallback={<Loading label={formatMessage(messages.loading)} />}>
        <GroupByItems fullPath={fullPath} settings={settings} change={change} />
      </Suspense>
    </Menu>
  );
}

/** A scope reads as `stage::*`; the name of a field is not known here. */
function shortName(key: GroupKey, formatMessage: ReturnType<typeof useIntl>['formatMessage']): string {
  const kind = groupKindOf(key);
  return kind === 'LABEL' ? `${groupSubjectOf(key)}::*` : formatMessage(messages[kind]);
}
