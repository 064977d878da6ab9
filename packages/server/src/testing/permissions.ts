import { ForbiddenError, NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import { accessLevelOf, roles, visibilities, type Role, type Visibility } from '@milepost/core/roles';
import { Context } from '../platform/context.ts';
import { cast, castNames, type CastName } from './cast.ts';
import { buildersIn, type Builders } from './test.ts';
import { viewerAs, type World } from './world.ts';

/** The least who may do it; everyone above may too. A visitor is not signed in, a person is, and has no role here. */
export type Least = 'visitor' | 'person' | Role | 'administrator';

export interface Permission<Subject = unknown> {
  /** What is done, in words that follow "may": `change a group`. */
  operation: string;
  least: Least;
  /** Makes what it is done to, in a place of this visibility where the cast has its roles. Left out for what concerns the whole site. */
  given?: (build: Builders, visibility: Visibility) => Promise<Subject>;
  perform: (ctx: Context, subject: Subject, build: Builders) => Promise<unknown>;
  /** It changes nothing, so one subject does for all. */
  isReading?: boolean;
  /** Whoever may not, is not even told that it is there: confidential things. */
  isHidden?: boolean;
}

/** One row of the table of permissions; a room lists its own in `testing/permissions-ROOM.ts`. */
export type PermissionRow = Permission<never>;

/** A row with its own kind of subject. */
export function permission<Subject>(row: Permission<Subject>): PermissionRow {
  return row as unknown as PermissionRow;
}

/** May, is refused, or is told that there is no such thing. */
export type Verdict = 'may' | 'refused' | 'hidden';

const order: readonly Least[] = ['visitor', 'person', ...roles, 'administrator'];
/** Where each of the cast stands in that order. */
const rankOf = (name: CastName): number => {
  if (name === 'nobody') return 0;
  if (name === 'root') return order.length - 1;
  const { role } = cast[name];
  return role ? order.indexOf(role) : 1;
};

/** What the row promises to this person in a place of this visibility; null for a row about the whole site. */
export function promised(row: PermissionRow, name: CastName, visibility: Visibility | null): Verdict {
  if (visibility !== null && !sees(name, visibility)) return 'hidden';
  if (rankOf(name) >= order.indexOf(row.least)) return 'may';
  return row.isHidden ? 'hidden' : 'refused';
}

function sees(name: CastName, visibility: Visibility): boolean {
  if (visibility === 'public') return true;
  return visibility === 'internal' ? name !== 'nobody' : rankOf(name) >= order.indexOf('guest');
}

/** The visibilities a row is tried in. */
export function placesOf(row: PermissionRow): readonly (Visibility | null)[] {
  return row.given ? visibilities : [null];
}

/** What really happens when each of the cast does it. What is refused leaves the subject as it was, so the next one can try on it. */
export async function verdictsOf(
  world: World,
  row: PermissionRow,
  visibility: Visibility | null,
): Promise<Record<CastName, Verdict>> {
  const build = buildersIn(world);
  const verdicts: [CastName, Verdict][] = [];
  let subject: { of: unknown } | null = null;
  for (const name of castNames) {
    subject ??= { of: row.given && visibility !== null ? await row.given(build, visibility) : undefined };
    const verdict = await verdictOf(row, world, name, subject.of, build);
    verdicts.push([name, verdict]);
    if (verdict === 'may' && !row.isReading) subject = null;
  }
  return Object.fromEntries(verdicts) as Record<CastName, Verdict>;
}

async function verdictOf(
  row: PermissionRow,
  world: World,
  name: CastName,
  subject: unknown,
  build: Builders,
): Promise<Verdict> {
  try {
    await row.perform(new Context(world.services, viewerAs(world, name)), subject as never, build);
    return 'may';
  } catch (error) {
    if (error instanceof NotFoundError) return 'hidden';
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return 'refused';
    throw error;
  }
}

/** The table as people read it, for the guide: who may do what, where they can see it at all. */
export function printedPermissions(rooms: Readonly<Record<string, readonly PermissionRow[]>>): string {
  const titles: Readonly<Record<Least, string>> = {
    visitor: 'everyone, visitors included',
    person: 'everyone who is signed in',
    guest: 'guests',
    planner: 'planners',
    reporter: 'reporters',
    developer: 'developers',
    maintainer: 'maintainers',
    owner: 'owners',
    administrator: 'administrators only',
  };
  const sections = Object.entries(rooms).flatMap(([room, rows]) => [
    `## ${room}`,
    '',
    '| To | From which role on |',
    '| --- | --- |',
    ...rows.map(
      ({ operation, least, isHidden }) =>
        `| ${operation} | ${titles[least]}${isHidden ? '; to others it does not exist' : ''} |`,
    ),
    '',
  ]);
  return [
    '# Who may do what',
    '',
    'Printed from the table that the tests hold the server to (`packages/server/src/app/permissions.test.ts`). A role holds in the group or',
    'project where it was given and in everything below; each role may do all that the ones before it may, and administrators may everything.',
    'Public places are seen by everyone, internal ones by everyone who is signed in, private ones by their members: what one may not see does',
    'not exist (404), what one may see but not change is refused (401 or 403).',
    '',
    `Roles, from least to most: ${roles.map((role) => `${role} (${accessLevelOf[role]})`).join(', ')}.`,
    '',
    ...sections,
  ].join('\n');
}
