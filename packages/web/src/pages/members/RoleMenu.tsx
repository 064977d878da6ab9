import { canGrant } from '@milepost/core/members';
import { accessLevelOf, roles } from '@milepost/core/roles';
import { ChevronDown } from 'lucide-react';
import { useIntl } from 'react-intl';
import { roleMessages } from '../../modules/members/roles.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Menu, MenuChoice } from '../../ui/overlay/Menu.tsx';

export interface RoleMenuProps {
  /** The name of the button, which also says the role. */
  label: string;
  level: number;
  /** The viewer's access level: nobody gives a higher one. */
  ownLevel: number;
  isBusy: boolean;
  onChoose(level: number): void;
}

/** A role that is saved as it is chosen. */
export function RoleMenu({ label, level: chosen, ownLevel, isBusy, onChoose }: RoleMenuProps) {
  const { formatMessage } = useIntl();
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button {...trigger} size="small" kind="quiet" busy={isBusy} aria-label={label}>
          {formatMessage(roleMessages(chosen))}
          <ChevronDown size={14} aria-hidden />
        </Button>
      )}
    >
      {roles
        .map((role) => accessLevelOf[role])
        .filter((level) => canGrant(ownLevel, level))
        .map((level) => (
          <MenuChoice key={level} checked={level === chosen} onSelect={() => level !== chosen && onChoose(level)}>
            {formatMessage(roleMessages(level))}
          </MenuChoice>
        ))}
    </Menu>
  );
}
