import { Eye, EyeOff, Lock, LockOpen } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { MenuItem } from '../../../ui/overlay/Menu.tsx';
import { actionMessages as words } from './action-messages.ts';

/** Locks and unlocks the discussion. */
export function LockItem({ isLocked, onSelect }: { isLocked: boolean; onSelect(): void }) {
  return (
    <MenuItem icon={isLocked ? LockOpen : Lock} onSelect={onSelect}>
      <FormattedMessage {...(isLocked ? words.unlock : words.lock)} />
    </MenuItem>
  );
}

/** Makes the item confidential, or open to everyone who can look in. */
export function ConfidentialityItem({ isConfidential, onSelect }: { isConfidential: boolean; onSelect(): void }) {
  return (
    <MenuItem icon={isConfidential ? Eye : EyeOff} onSelect={onSelect}>
      <FormattedMessage {...(isConfidential ? words.makeVisible : words.makeConfidential)} />
    </MenuItem>
  );
}
