import { roleOfAccessLevel } from './roles.ts';

/** Whether a member of level `own` may grant, change or remove a membership of `level`. */
export function canGrant(own: number, level: number): boolean {
  return level <= own;
}

/** The display name, such as "Maintainer". */
export function roleTitle(level: number): string {
  const role = roleOfAccessLevel(level);
  return role ? role.charAt(0).toUpperCase() + role.slice(1) : 'No access';
}
