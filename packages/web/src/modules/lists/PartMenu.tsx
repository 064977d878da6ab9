import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button/Button.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';

interface PartMenuProps {
  label: string;
  isDisabled: boolean;
  children: ReactNode;
}

/** A button of the bar with a menu. */
export function PartMenu({ label, isDisabled, children }: PartMenuProps) {
  return (
    <Menu
      label={label}
      placement={{ side: 'above' }}
      trigger={(trigger) => (
        <Button {...trigger} size="small" iconAfter={ChevronDown} aria-disabled={isDisabled}>
          {label}
        </Button>
      )}
    >
      {children}
    </Menu>
  );
}
