import { CircleCheck, CircleDot, Layers2, type LucideIcon, Siren, SquareCheck } from 'lucide-react';
import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { useIntl } from 'react-intl';
import { Icon, type IconProps } from '../../ui/Icon.tsx';
import { itemWords } from './words.ts';

const icons: Readonly<Record<WorkItemType, LucideIcon>> = {
  epic: Layers2,
  issue: CircleDot,
  incident: Siren,
  task: SquareCheck,
};

export interface WorkItemIconProps {
  type: WorkItemType;
  state?: WorkItemState;
  size?: IconProps['size'];
}

/** What kind of work it is; a closed issue carries the check. */
export function WorkItemIcon({ type, state = 'opened', size = 16 }: WorkItemIconProps) {
  const { formatMessage } = useIntl();
  const shape = state === 'closed' && type === 'issue' ? CircleCheck : icons[type];
  return <Icon of={shape} size={size} label={formatMessage(itemWords[type])} />;
}
