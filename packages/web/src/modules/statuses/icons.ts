import { statusIcons, type StatusIcon } from '@milepost/core/statuses/statuses';
import {
  CircleCheck,
  CircleDashed,
  CircleDot,
  CircleDotDashed,
  CircleHelp,
  CirclePause,
  CircleX,
  Copy,
  Eye,
  FlaskConical,
  OctagonMinus,
  Rocket,
  type LucideIcon,
} from 'lucide-react';

const icons: Readonly<Record<StatusIcon, LucideIcon>> = {
  'status-neutral': CircleDashed,
  'status-waiting': CircleDot,
  'status-running': CircleDotDashed,
  'status-success': CircleCheck,
  'status-cancelled': CircleX,
  'status-paused': CirclePause,
  'status-blocked': OctagonMinus,
  'status-review': Eye,
  'status-testing': FlaskConical,
  'status-released': Rocket,
  'status-duplicate': Copy,
  'status-question': CircleHelp,
};

/** The icon of a status by its published name. */
export function statusIcon(name: string | null | undefined): LucideIcon {
  const known = statusIcons.find((icon) => icon === name);
  return icons[known ?? 'status-waiting'];
}
