import { DomainError } from '@milepost/core/errors';
import type { NamespaceId, UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

export interface OwnedGroup {
  id: NamespaceId;
  fullPath: string;
  name: string;
}

/** Top-level groups whose only owner this person is. */
export async function groupsOnlyOwnedBy(db: Db, userId: UserId): Promise<OwnedGroup[]> {
  const { rows } = await sql<OwnedGroup>`
    SELECT n.id, n.full_path, n.name FROM namespaces n
    WHERE n.kind = 'group' AND n.parent_id IS NULL AND n.deleted_at IS NULL
      AND EXISTS (SELECT FROM members m WHERE m.namespace_id = n.id AND m.user_id = ${userId} AND m.access_level = 50)
      AND NOT EXISTS (SELECT FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.namespace_id = n.id AND m.user_id <> ${userId} AND m.access_level = 50 AND u.state = 'active' AND NOT u.is_bot
          AND (m.expires_at IS NULL OR m.expires_at > (now() AT TIME ZONE 'utc')::date))
    ORDER BY lower(n.full_path)`.execute(db);
  return rows;
}

/** A group would lose its only owner. */
export class OnlyOwnerError extends DomainError {
  override name = 'OnlyOwnerError';
  readonly code = 'ONLY_OWNER' as const;
  readonly kind = 'conflict' as const;
  constructor(readonly groups: readonly OwnedGroup[]) {
    super(`Choose another owner first: ${groups.map(({ fullPath }) => fullPath).join(', ')}`);
  }
}

/** Throws OnlyOwnerError while the person is the only owner of a group. */
export async function requireOtherOwners(db: Db, userId: UserId): Promise<void> {
  const groups = await groupsOnlyOwnedBy(db, userId);
  if (groups.length > 0) throw new OnlyOwnerError(groups);
}
