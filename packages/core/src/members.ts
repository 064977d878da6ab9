import { roleOfAccessLevel } from './roles.ts';

/** Whether someone of `own` level may give, change or take a membership of `level`. */
export function canGrant(own: number, level: number): boolean {
  return level <= own;
}

/** "Maintainer", as people read it. */
export function roleTitle(level: number): string {
  const role = roleOfAccessLevel(level);
  return role ? role.charAt(0).toUpperCase() + role.slice(1) : 'No access';
}
