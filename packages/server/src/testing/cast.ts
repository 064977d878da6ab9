import type { Role } from '@milepost/core/roles';

/**
 * The people of the tests: one per role (in every built top-level group by default), one without memberships, one
 * administrator, and one anonymous.
 */
export const cast = {
  nobody: { name: 'Nobody', role: null },
  otto: { name: 'Otto Outsider', role: null },
  gwen: { name: 'Gwen Guest', role: 'guest' },
  paul: { name: 'Paul Planner', role: 'planner' },
  rita: { name: 'Rita Reporter', role: 'reporter' },
  dana: { name: 'Dana Developer', role: 'developer' },
  mina: { name: 'Mina Maintainer', role: 'maintainer' },
  ada: { name: 'Ada Owner', role: 'owner' },
  root: { name: 'Root Administrator', role: null },
} as const satisfies Record<string, { name: string; role: Role | null }>;

export type CastName = keyof typeof cast;
/** Everyone with an account. */
export type Person = Exclude<CastName, 'nobody'>;

export const castNames = Object.keys(cast) as CastName[];
export const people = castNames.filter((name): name is Person => name !== 'nobody');
