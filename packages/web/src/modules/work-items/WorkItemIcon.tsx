import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { useIntl } from 'react-intl';
import type { IconProps } from '../../ui/button/Icon.tsx';
import { PathIcon } from '../../ui/button/PathIcon.tsx';
import { itemMessages } from './messages.ts';

const circle = 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20';
const check = 'M16 9l-5.5 5.5L8 12';
const square = 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z';
const dot = 'M12 11a1 1 0 1 0 0 2 1 1 0 1 0 0-2';
/** Lucide's layers-2, circle-dot, siren and square-dot. */
const paths: Readonly<Record<WorkItemType, string>> = {
  epic: 'M13 13.74a2 2 0 0 1-2 0L2.5 8.87a1 1 0 0 1 0-1.74L11 2.26a2 2 0 0 1 2 0l8.5 4.87a1 1 0 0 1 0 1.74zM20 14.285l1.5.845a1 1 0 0 1 0 1.74L13 21.74a2 2 0 0 1-2 0l-8.5-4.87a1 1 0 0 1 0-1.74l1.5-.845',
  issue: circle + dot,
  incident:
    'M7 18v-6a5 5 0 1 1 10 0v6M5 21a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-1a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2zM21 12h1M18.5 4.5 18 5M2 12h1M12 2v1M4.929 4.929l.707.707M12 12v6',
  task: square + dot,
};
/** Lucide's circle-check and square-check. */
const closed: Readonly<Partial<Record<WorkItemType, string>>> = { issue: circle + check, task: square + check };

export interface WorkItemIconProps {
  type: WorkItemType;
  state?: WorkItemState;
  size?: IconProps['size'];
}

/** The icon of a work item type; closed issues and tasks have a check mark. */
export function WorkItemIcon({ type, state = 'opened', size = 16 }: WorkItemIconProps) {
  const { formatMessage } = useIntl();
  const path = (state === 'closed' ? closed[type] : undefined) ?? paths[type];
  return <PathIcon path={path} size={size} label={formatMessage(itemMessages[type])} />;
}
