import { Readable } from 'node:stream';
import { MIN_SEAT_SEARCH } from '@milepost/core/accounts/seats';
import { roleTitle } from '@milepost/core/members';
import { csvLine } from '@milepost/core/text/csv';
import { Type } from 'typebox';
import { recordExport } from '../../../platform/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { asDownload } from '../../../platform/rest/download.ts';
import { InputError } from '../../../platform/rest/input.ts';
import { pageRequest, pagingInput, RestPage } from '../../../platform/rest/paging.ts';
import type { Routes } from '../../../platform/rest/routes.ts';
import type { Namespace } from '../../namespaces/store.ts';
import { idOf as namespaceIn } from '../../namespaces/rest/groups.ts';
import { idOf as userIn } from '../../users/rest/accounts.ts';
import { findBillableMember, findBilledGroup, removeBillableMember } from '../commands.ts';
import {
  listBillableMembers,
  seatMemberships,
  seatOrders,
  type BillableMember,
  type SeatMembership,
  type SeatOrder,
} from '../store/members.ts';

const tags = ['billable members'];
const orders = Object.keys(seatOrders) as SeatOrder[];
const searchInput = {
  search: Type.Optional(
    Type.String({
      description: `Part of a name, username or e-mail address, of at least ${MIN_SEAT_SEARCH} characters`,
    }),
  ),
  sort: Type.Optional(Type.Enum([...orders], { description: '`name_asc` by default' })),
};

/** People who take a seat in a top-level group, for its owners. */
export function addMemberRoutes(routes: Routes): void {
  const path = '/groups/:id/billable_members';
  const about = { tags, signedIn: true };
  routes.get(
    path,
    {
      ...about,
      summary: 'The people who take a seat in a top-level group or anything below it',
      input: Type.Object({ ...pagingInput, ...searchInput }),
    },
    async ({ params, input }, ctx) => {
      const group = await findBilledGroup(ctx, namespaceIn(params));
      const page = pageRequest(input);
      const filter = { search: searchOf(input.search) };
      const { members, total } = await listBillableMembers(ctx.db, group.id, filter, input.sort ?? 'name_asc', page);
      return new RestPage(
        members.map((member) => present(ctx, member)),
        total,
        page,
      );
    },
  );
  routes.get(
    `${path}.csv`,
    { ...about, summary: 'The same as CSV. Milepost extension', input: Type.Object(searchInput) },
    async ({ params, input, reply }, ctx) => {
      const group = await findBilledGroup(ctx, namespaceIn(params));
      const search = searchOf(input.search);
      await recordExport(ctx, group, 'the list of seats as CSV');
      void asDownload(reply, 'text/csv; charset=utf-8', `${group.path}-seats.csv`);
      return Readable.from(csvLines(ctx, group, search, input.sort ?? 'name_asc'), { objectMode: false });
    },
  );
  for (const [kind, summary, areDirect] of [
    ['memberships', 'The direct memberships of one of them, in the group and below', true],
    ['indirect', 'The memberships of one of them through shared groups', false],
  ] as const) {
    routes.get(
      `${path}/:user_id/${kind}`,
      { ...about, summary, input: Type.Object(pagingInput) },
      async ({ params, input }, ctx) => {
        const group = await findBilledGroup(ctx, namespaceIn(params));
        const { user } = await findBillableMember(ctx, group, userIn(params));
        const page = pageRequest(input);
        const of = { rootId: group.id, userId: user.id, areDirect };
        const { memberships, total } = await seatMemberships(ctx.db, ctx.viewer, of, page);
        return new RestPage(
          memberships.map((membership) => presentMembership(ctx, membership)),
          total,
          page,
        );
      },
    );
  }
  routes.delete(
    `${path}/:user_id`,
    { ...about, summary: 'Remove a person from the group and everything below it' },
    async ({ params }, ctx) => {
      const group = await findBilledGroup(ctx, namespaceIn(params));
      await removeBillableMember(ctx, group, userIn(params));
    },
  );
}

function searchOf(text: string | undefined): string | undefined {
  const search = text?.trim();
  if (!search) return undefined;
  if (search.length < MIN_SEAT_SEARCH) {
    throw new InputError([`search is too short (minimum is ${MIN_SEAT_SEARCH} characters)`]);
  }
  return search;
}

function present(
  { baseUrl }: Context,
  { user, accessLevel, membershipType, isRemovable, lastActivityOn }: BillableMember,
) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    avatar_url: user.avatarUrl && new URL(user.avatarUrl, baseUrl).href,
    web_url: `${baseUrl}/${user.username}`,
    email: user.email,
    last_activity_on: lastActivityOn,
    last_login_at: user.lastSignInAt?.toISOString() ?? null,
    membership_type: membershipType,
    membership_state: 'active',
    removable: isRemovable,
    created_at: user.createdAt.toISOString(),
    access_level: accessLevel,
  };
}

/** A shared group that the viewer cannot see has no name. `shared_in` is a Milepost extension. */
function presentMembership({ baseUrl }: Context, membership: SeatMembership) {
  const { source, sharedIn, accessLevel, createdAt, expiresAt } = membership;
  const page = source?.kind === 'project' ? 'project_members' : 'group_members';
  const prefix = source?.kind === 'project' ? '' : '/groups';
  return {
    id: source?.id ?? null,
    source_id: source?.id ?? null,
    source_full_name: source?.fullName ?? null,
    source_members_url: source && `${baseUrl}${prefix}/${source.fullPath}/-/${page}`,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt,
    access_level: { string_value: roleTitle(accessLevel), integer_value: accessLevel },
    shared_in: { full_name: sharedIn.fullName, full_path: sharedIn.fullPath },
  };
}

const SLICE = 500;
const heads = ['Name', 'Username', 'Email', 'State', 'Role', 'Membership', 'Last Activity On', 'Last Sign-In (UTC)'];

async function* csvLines(
  ctx: Context,
  group: Namespace,
  search: string | undefined,
  order: SeatOrder,
): AsyncGenerator<string> {
  yield csvLine(heads);
  for (let offset = 0; ; offset += SLICE) {
    const page = { offset, perPage: SLICE };
    const { members } = await listBillableMembers(ctx.db, group.id, { search }, order, page);
    yield members.map(lineOf).join('');
    if (members.length < SLICE) return;
  }
}

function lineOf({ user, accessLevel, membershipType, lastActivityOn }: BillableMember): string {
  return csvLine([
    user.name,
    user.username,
    user.email,
    user.state,
    roleTitle(accessLevel),
    membershipType.replace('_', ' '),
    lastActivityOn ?? '',
    user.lastSignInAt?.toISOString() ?? '',
  ]);
}
