import { Eye, EyeOff, Lock, LockOpen } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { MenuItem } from '../../../ui/overlay/Menu.tsx';
import { actionMessages as messages } from './action-messages.ts';

/** Locks and unlocks the discussion. */
export function LockItem({ isLocked, onSelect }: { isLocked: boolean; onSelect(): void }) {
  return (
    <MenuItem icon={isLocked ? LockOpen : Lock} onSelect={onSelect}>
      <FormattedMessage {...(isLocked ? messages.unlock : messages.lock)} />
    </MenuItem>
  );
}

/** Makes the item confidential, or visible to everyone with access. */
export function ConfidentialityItem({ isConfidential, onSelect }: { isConfidential: boolean; onSelect(): void }) {
  return (
    <MenuItem icon={isConfidential ? Eye : EyeOff} onSelect={onSelect}>
      <FormattedMessage {...(isConfidential ? messages.makeVisible : messages.makeConfidential)} />
    </MenuItem>
  );
}
