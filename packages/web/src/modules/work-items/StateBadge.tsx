import { CircleCheck, CircleDot, Download, EyeOff, HeartPulse, Layers2, Lock, OctagonMinus } from 'lucide-react';
import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { FormattedMessage } from 'react-intl';
import { Badge, type Tone } from '../../ui/Badge.tsx';
import { itemWords } from './words.ts';

/** Open or closed, in a pill with the icon of the type. */
export function StateBadge({ state, type }: { state: WorkItemState; type: WorkItemType }) {
  if (state === 'closed') {
    return (
      <Badge tone="info" icon={CircleCheck}>
        <FormattedMessage {...itemWords.closed} />
      </Badge>
    );
  }
  return (
    <Badge tone="success" icon={type === 'epic' ? Layers2 : CircleDot}>
      <FormattedMessage {...itemWords.open} />
    </Badge>
  );
}

export type HealthStatus = 'onTrack' | 'needsAttention' | 'atRisk';

const tones: Readonly<Record<HealthStatus, Tone>> = { onTrack: 'success', needsAttention: 'warning', atRisk: 'danger' };

/** Health in words on its tone; in a row without the icon. */
export function HealthBadge({ health, plain = false }: { health: HealthStatus; plain?: boolean }) {
  return (
    <Badge tone={tones[health]} {...(plain ? {} : { icon: HeartPulse })}>
      <FormattedMessage {...itemWords[health]} />
    </Badge>
  );
}

/** For insiders only. */
export function ConfidentialBadge() {
  return (
    <Badge tone="warning" icon={EyeOff}>
      <FormattedMessage {...itemWords.confidential} />
    </Badge>
  );
}

/** The discussion is locked. */
export function LockedBadge() {
  return (
    <Badge icon={Lock}>
      <FormattedMessage {...itemWords.locked} />
    </Badge>
  );
}

/** Something open stands in the way. */
export function BlockedBadge() {
  return (
    <Badge tone="danger" icon={OctagonMinus}>
      <FormattedMessage {...itemWords.blocked} />
    </Badge>
  );
}

/** Only administrators see it. */
export function HiddenBadge() {
  return (
    <Badge tone="warning" icon={EyeOff}>
      <FormattedMessage {...itemWords.hidden} />
    </Badge>
  );
}

/** It came with an import. */
export function ImportedBadge() {
  return (
    <Badge icon={Download}>
      <FormattedMessage {...itemWords.imported} />
    </Badge>
  );
}
