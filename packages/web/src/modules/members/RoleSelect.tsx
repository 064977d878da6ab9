import { canGrant } from '@milepost/core/members';
import { accessLevelOf, type Role, roles } from '@milepost/core/roles';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { roleMessages } from './roles.ts';
import { Select } from '../../ui/field/Field.tsx';

interface RoleSelectProps {
  label: ReactNode;
  isLabelHidden?: boolean;
  note?: ReactNode;
  value: Role;
  /** The viewer's access level: nobody gives a higher one. */
  ownLevel: number;
  onChange(role: Role): void;
}

/** The roles that the viewer may give. */
export function RoleSelect({ ownLevel, onChange, ...rest }: RoleSelectProps) {
  const { formatMessage } = useIntl();
  return (
    <Select {...rest} onChange={({ target }) => onChange(target.value as Role)}>
      {roles
        .filter((each) => canGrant(ownLevel, accessLevelOf[each]))
        .map((each) => (
          <option key={each} value={each}>
            {formatMessage(roleMessages(accessLevelOf[each]))}
          </option>
        ))}
    </Select>
  );
}
