import { CircleCheck, CircleDot, Download, EyeOff, HeartPulse, Layers2, Lock, OctagonMinus } from 'lucide-react';
import { healthTextSize, type HealthTextSize } from '@milepost/core/fields/health';
import type { WorkItemState, WorkItemType } from '@milepost/core/work-items';
import { FormattedMessage, useIntl } from 'react-intl';
import { Badge, type Tone } from '../../ui/text/Badge.tsx';
import { WorkItemIcon } from './WorkItemIcon.tsx';
import type { HealthStatus } from './health.ts';
import { itemMessages } from './messages.ts';

export interface StateBadgeProps {
  state: WorkItemState;
  type: WorkItemType;
  /** Shows the type beside the state. */
  hasTypeIcon?: boolean;
}

/** Open or closed, in a pill. */
export function StateBadge({ state, type, hasTypeIcon = false }: StateBadgeProps) {
  const isClosed = state === 'closed';
  const openIcon = type === 'epic' ? Layers2 : CircleDot;
  return (
    <>
      {hasTypeIcon && <WorkItemIcon type={type} />}
      <Badge tone={isClosed ? 'info' : 'success'} icon={isClosed ? CircleCheck : openIcon}>
        <FormattedMessage {...(isClosed ? itemMessages.closed : itemMessages.open)} />
      </Badge>
    </>
  );
}

const tones: Readonly<Record<HealthStatus, Tone>> = { onTrack: 'success', needsAttention: 'warning', atRisk: 'danger' };

export interface HealthBadgeProps {
  health: HealthStatus;
  textSize?: HealthTextSize;
}

/** The health status as a badge; in rows small and without the icon. */
export function HealthBadge({ health, textSize = 'base' }: HealthBadgeProps) {
  return (
    <Badge tone={tones[health]} {...(healthTextSize(textSize) === 'base' && { icon: HeartPulse })}>
      <FormattedMessage {...itemMessages[health]} />
    </Badge>
  );
}

/** Marks a confidential item. */
export function ConfidentialBadge() {
  const { formatMessage } = useIntl();
  return (
    <Badge tone="warning" icon={EyeOff} tooltip={formatMessage(itemMessages.confidentialWhy)}>
      <FormattedMessage {...itemMessages.confidential} />
    </Badge>
  );
}

/** The discussion is locked. */
export function LockedBadge() {
  const { formatMessage } = useIntl();
  return (
    <Badge icon={Lock} tooltip={formatMessage(itemMessages.lockedWhy)}>
      <FormattedMessage {...itemMessages.locked} />
    </Badge>
  );
}

/** An open item blocks it. */
export function BlockedBadge() {
  return (
    <Badge tone="danger" icon={OctagonMinus}>
      <FormattedMessage {...itemMessages.blocked} />
    </Badge>
  );
}

/** Only administrators see it. */
function HiddenBadge() {
  const { formatMessage } = useIntl();
  return (
    <Badge tone="warning" icon={EyeOff} tooltip={formatMessage(itemMessages.hiddenWhy)}>
      <FormattedMessage {...itemMessages.hidden} />
    </Badge>
  );
}

/** It was imported. */
function ImportedBadge() {
  const { formatMessage } = useIntl();
  return (
    <Badge icon={Download} tooltip={formatMessage(itemMessages.importedWhy)}>
      <FormattedMessage {...itemMessages.imported} />
    </Badge>
  );
}

/** The badges of an item of any type and state; parts that a type does not have are omitted. */
export interface MarkedItem {
  confidential?: boolean | null;
  discussionLocked?: boolean | null;
  hidden?: boolean | null;
  imported?: boolean | null;
}

/** A badge for each mark of an item. */
export function MarkBadges({ item }: { item: MarkedItem }) {
  return (
    <>
      {item.confidential && <ConfidentialBadge />}
      {item.discussionLocked && <LockedBadge />}
      {item.hidden && <HiddenBadge />}
      {item.imported && <ImportedBadge />}
    </>
  );
}
