import type { InvitationId, NamespaceId, UserId } from '@milepost/core/ids';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/violations.ts';
import type { PageRequest } from '../../platform/rest/paging.ts';
import type { InvitationTable } from './table.ts';

export type Invitation = Selectable<InvitationTable>;

const isOpen = sql<boolean>`expires_at > now() AND uses_left > 0`;

export async function insertInvitation(trx: Db, values: Insertable<InvitationTable>): Promise<Invitation> {
  return trx.insertInto('invitations').values(values).returningAll().executeTakeFirstOrThrow();
}

export async function saveInvitation(
  trx: Db,
  id: InvitationId,
  changes: Updateable<InvitationTable>,
): Promise<Invitation> {
  return trx.updateTable('invitations').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function deleteInvitation(trx: Db, id: InvitationId): Promise<void> {
  await trx.deleteFrom('invitations').where('id', '=', id).execute();
}

/** The invitation of an address, expired or not, locked until the transaction ends. */
export async function invitationOfEmail(trx: Db, namespaceId: NamespaceId, email: string): Promise<Invitation | null> {
  const row = await trx
    .selectFrom('invitations')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A shared link of a group or project, locked until the transaction ends. */
export async function sharedLinkById(trx: Db, namespaceId: NamespaceId, id: InvitationId): Promise<Invitation | null> {
  const row = await trx
    .selectFrom('invitations')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('id', '=', id)
    .where('email', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The open invitation of a token. With `isLocked` nobody else can use it until the transaction ends. */
export async function openInvitation(db: Db, tokenHash: Buffer, isLocked = false): Promise<Invitation | null> {
  const query = db.selectFrom('invitations').selectAll().where('tokenHash', '=', tokenHash).where(isOpen);
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  return row ?? null;
}

/** One page of the invitations by e-mail to a group or project, newest first, and how many there are. */
export async function listInvitations(
  db: Db,
  namespaceId: NamespaceId,
  search: string,
  page: Pick<PageRequest, 'offset' | 'perPage'>,
): Promise<{ invitations: Invitation[]; total: number }> {
  const wanted = db
    .selectFrom('invitations')
    .where('namespaceId', '=', namespaceId)
    .where('email', 'is not', null)
    .where(isOpen)
    .$if(search !== '', (query) => query.where(sql<boolean>`email ILIKE ${containing(search)}`));
  const invitations = await wanted.selectAll().orderBy('id', 'desc').limit(page.perPage).offset(page.offset).execute();
  const counted = await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { invitations, total: counted.total };
}

/** The open shared links of a group or project, newest first. */
export async function listSharedLinks(db: Db, namespaceId: NamespaceId): Promise<Invitation[]> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('namespaceId', '=', namespaceId)
    .where('email', 'is', null)
    .where(isOpen)
    .orderBy('id', 'desc')
    .execute();
}

/** How many addresses a person invited in the last 24 hours. */
export async function countInvitedToday(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invitations
    WHERE created_by_id = ${userId} AND created_at > now() - interval '1 day' AND email IS NOT NULL`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Leases due mails, oldest first: for two minutes at first, doubled with each attempt, up to four hours. After a crash they become
 * due again when the lease expires.
 */
export async function takeDueInvitations(db: Db, limit: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    UPDATE invitations SET attempts = attempts + 1,
      next_attempt_at = now() + least(interval '4 hours', interval '1 minute' * power(2, least(attempts + 1, 10)))
    WHERE id IN (
      SELECT id FROM invitations WHERE next_attempt_at <= now() ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING *`.execute(db);
  return rows;
}

/** Stores the result of sending a mail, unless the invitation was sent again or withdrawn meanwhile. */
export async function settleInvitation(db: Db, { id, nonce }: Invitation, deliveryError: string | null): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ nextAttemptAt: null, deliveryError })
    .where('id', '=', id)
    .where('nonce', '=', nonce)
    .execute();
}

/** Deletes invitations that expired more than 30 days ago, and links without uses left. */
export async function sweepInvitations(db: Db): Promise<void> {
  await sql`DELETE FROM invitations WHERE expires_at < now() - interval '30 days' OR uses_left = 0`.execute(db);
}
