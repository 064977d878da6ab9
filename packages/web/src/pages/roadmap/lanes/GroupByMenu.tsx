import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { Rows3 } from 'lucide-react';
import { groupKindOf, groupSubjectOf } from '@milepost/core/roadmap/lanes/lane-keys';
import { type GroupKey } from '@milepost/core/roadmap/lanes/grouping';
import { ChoiceMenu } from '../controls/ChoiceMenu.tsx';
import type { GroupByMenuProps } from './GroupByItems.tsx';
import { groupMessages as messages } from './group-messages.ts';

const GroupByItems = lazy(() => import('./GroupByItems.tsx').then((module) => ({ default: module.GroupByItems })));

/** Chooses what the lanes are grouped by. */
export function GroupByMenu(props: GroupByMenuProps) {
  const { formatMessage } = useIntl();
  const { groupBy } = props.settings;
  const value = groupBy === null ? formatMessage(messages.NONE) : shortName(groupBy, formatMessage);
  return (
    <ChoiceMenu icon={Rows3} tool="group-by" label={formatMessage(messages.groupBy)} value={value}>
      <GroupByItems {...props} />
    </ChoiceMenu>
  );
}

/** A scope reads as `stage::*`; the name of a field is not known here. */
function shortName(key: GroupKey, formatMessage: ReturnType<typeof useIntl>['formatMessage']): string {
  const kind = groupKindOf(key);
  return kind === 'LABEL' ? `${groupSubjectOf(key)}::*` : formatMessage(messages[kind]);
}
