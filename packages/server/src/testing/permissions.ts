import { ForbiddenError, NotFoundError, UnauthenticatedError } from '@milepost/core/errors';
import { accessLevelOf, roles, visibilities, type Role, type Visibility } from '@milepost/core/roles';
import { Context, type Services } from '../platform/context.ts';
import { cast, castNames, type CastName } from './cast.ts';
import { rolledBack } from './rolled-back.ts';
import { buildersIn, type Builders } from './test.ts';
import { viewerAs, type World } from './world.ts';

/** The lowest role with permission. A visitor is anonymous, a person is signed in without a role. */
export type Least = 'visitor' | 'person' | Role | 'administrator';

export interface Permission<Subject = unknown> {
  /** The operation, in words that follow "may": `change a group`. */
  operation: string;
  least: Least;
  /** Creates the subject, in a namespace of this visibility where the cast has its roles. Omitted for site-wide operations. */
  given?: (build: Builders, visibility: Visibility) => Promise<Subject>;
  perform: (ctx: Context, subject: Subject, build: Builders) => Promise<unknown>;
  /** Read-only. */
  isReading?: boolean;
  /** Changes more than the database: each person who may do it gets a subject of their own. For all others, the change is rolled back. */
  changesMore?: boolean;
  /** People without permission get not found: for confidential objects. */
  isHidden?: boolean;
  /** People below this role get not found; those between it and `least` are refused. */
  seenFrom?: Least;
}

/** One row of the table of permissions; each room has a list in `testing/permissions/`. */
export type PermissionRow = Permission<never>;

/** A row with its own kind of subject. */
export function permission<Subject>(row: Permission<Subject>): PermissionRow {
  return row as unknown as PermissionRow;
}

/** Allowed, refused, or not found. */
export type Verdict = 'may' | 'refused' | 'hidden';

const order: readonly Least[] = ['visitor', 'person', ...roles, 'administrator'];
/** The position of each of the cast in that order. */
const rankOf = (name: CastName): number => {
  if (name === 'nobody') return 0;
  if (name === 'root') return order.length - 1;
  const { role } = cast[name];
  return role ? order.indexOf(role) : 1;
};

/** The expected result for this person in a namespace of this visibility; null for a site-wide row. */
export function promised(row: PermissionRow, name: CastName, visibility: Visibility | null): Verdict {
  if (visibility !== null && !sees(name, visibility)) return 'hidden';
  if (rankOf(name) >= order.indexOf(row.least)) return 'may';
  const isSeen = row.seenFrom === undefined || rankOf(name) >= order.indexOf(row.seenFrom);
  return row.isHidden || !isSeen ? 'hidden' : 'refused';
}

function sees(name: CastName, visibility: Visibility): boolean {
  if (visibility === 'public') return true;
  return visibility === 'internal' ? name !== 'nobody' : rankOf(name) >= order.indexOf('guest');
}

/** The visibilities that a row is tried in. */
export function visibilitiesOf(row: PermissionRow): readonly (Visibility | null)[] {
  return row.given ? visibilities : [null];
}

/** The actual result for each of the cast. A refused operation leaves the subject unchanged, so the next person can use it. */
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
    const { of } = subject;
    const attempt = (services: Services) => {
      const inside = buildersIn({ ...world, db: services.db, services });
      return verdictOf(row, new Context(services, viewerAs(world, name)), of, inside);
    };
    const isUndone = !row.isReading && !row.changesMore;
    const verdict = await (isUndone ? rolledBack(world.services, attempt) : attempt(world.services));
    verdicts.push([name, verdict]);
    if (verdict === 'may' && row.changesMore) subject = null;
  }
  return Object.fromEntries(verdicts) as Record<CastName, Verdict>;
}

async function verdictOf(row: PermissionRow, ctx: Context, subject: unknown, build: Builders): Promise<Verdict> {
  try {
    await row.perform(ctx, subject as never, build);
    return 'may';
  } catch (error) {
    if (error instanceof NotFoundError) return 'hidden';
    if (error instanceof ForbiddenError || error instanceof UnauthenticatedError) return 'refused';
    throw error;
  }
}

/** The table for the guide: who may do what, where they can see it. */
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
    '| Operation | Lowest role |',
    '| --- | --- |',
    ...rows.map(
      ({ operation, least, isHidden, seenFrom }) =>
        `| ${operation} | ${titles[least]}${
          isHidden ? '; not found for others' : seenFrom ? `; not found below ${seenFrom}` : ''
        } |`,
    ),
    '',
  ]);
  return [
    '# Permissions',
    '',
    'Generated from the table that the tests check (`packages/server/src/app/permissions.test.ts`). A role applies to its group or',
    'project and to everything below; each role includes the permissions of the lower ones, and administrators may do everything.',
    'Public groups and projects are visible to everyone, internal ones to signed-in people, private ones to their members. An invisible object',
    'is not found (404); a visible one that may not be changed is refused (401 or 403).',
    '',
    `Roles, lowest first: ${roles.map((role) => `${role} (${accessLevelOf[role]})`).join(', ')}.`,
    '',
    ...sections,
  ].join('\n');
}
