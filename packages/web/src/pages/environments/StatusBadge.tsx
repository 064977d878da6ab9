import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import type { DeploymentView } from '../../modules/deployments/api.ts';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { environmentMessages as messages } from './messages.ts';

type Status = NonNullable<DeploymentView['status']>;

const looks: Readonly<Record<Status, { tone: Tone; icon: LucideIcon }>> = {
  CREATED: { tone: 'neutral', icon: CircleDashed },
  RUNNING: { tone: 'info', icon: LoaderCircle },
  SUCCESS: { tone: 'success', icon: CircleCheck },
  FAILED: { tone: 'danger', icon: CircleX },
  CANCELED: { tone: 'neutral', icon: CircleSlash },
  BLOCKED: { tone: 'warning', icon: Hourglass },
};

/** The status of a deployment; `isLive` of what runs in its environment. */
export function StatusBadge({ status, isLive = false }: { status: Status; isLive?: boolean }) {
  return (
    <Badge {...looks[status]}>
      <FormattedMessage {...(isLive ? messages.live : messages[status])} />
    </Badge>
  );
}
