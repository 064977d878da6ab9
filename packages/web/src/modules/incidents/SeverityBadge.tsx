import { Siren } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import type { IssuableSeverity } from '../../gen/graphql.ts';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { severityMessages } from './messages.ts';

const tones: Readonly<Record<IssuableSeverity, Tone>> = {
  CRITICAL: 'danger',
  HIGH: 'warning',
  MEDIUM: 'info',
  LOW: 'neutral',
  UNKNOWN: 'neutral',
};

/** The severity of an incident. */
export function SeverityBadge({ severity }: { severity: IssuableSeverity }) {
  return (
    <Badge tone={tones[severity]} icon={Siren}>
      <FormattedMessage {...severityMessages[severity]} />
    </Badge>
  );
}
