import { accessLevelOf, roleOfAccessLevel, roles, type Role } from './roles.ts';

/** The roles that someone of this access level may give: none above their own. */
export function rolesWithin(level: number): Role[] {
  return roles.filter((role) => accessLevelOf[role] <= level);
}

/** Whether someone of `own` level may give, change or take a membership of `level`. */
export function canGrant(own: number, level: number): boolean {
  return level <= own;
}

/** "Maintainer", as people read it. */
export function roleTitle(level: number): string {
  const role = roleOfAccessLevel(level);
  return role ? role.charAt(0).toUpperCase() + role.slice(1) : 'No access';
}
