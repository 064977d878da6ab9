import type { UserId } from '@milepost/core/ids';
import { sql } from 'kysely';
import type { StoredName } from '../config/stored.ts';
import { storedSettings } from '../config/stored.ts';
import type { StoredImage } from '../images/image.ts';
import type { Db, Generated, GeneratedTime, Optional } from '../database/tables.ts';
import { UnsealError } from '../sealing/cipher.ts';
import type { SealedColumn } from '../sealing/rotate.ts';
import { seal, unseal, type Vault } from '../sealing/sealing.ts';

interface InstanceSettingTable {
  name: StoredName;
  value: Optional<string>;
  sealed: Optional<Buffer>;
  updatedAt: GeneratedTime;
  updatedById: Optional<UserId>;
}

interface InstanceLogoTable extends StoredImage {
  isOnly: Generated<boolean>;
}

declare module '../database/tables.ts' {
  interface Tables {
    instanceSettings: InstanceSettingTable;
    instanceLogo: InstanceLogoTable;
  }
}

const PURPOSE = 'instance setting';
export const sealedSettings: SealedColumn = { table: 'instance_settings', column: 'sealed', purpose: PURPOSE };

export type StoredTexts = Readonly<Partial<Record<StoredName, string>>>;

/** The stored settings as text. One that was sealed with another secret counts as not set. */
export async function readStored(db: Db, secret: string): Promise<StoredTexts> {
  const rows = await db.selectFrom('instanceSettings').select(['name', 'value', 'sealed']).execute();
  const texts: Partial<Record<StoredName, string>> = {};
  for (const { name, value, sealed } of rows) {
    if (!(name in storedSettings)) continue;
    const text = sealed === null ? value : await unsealed({ db, secret }, sealed);
    if (text !== null) texts[name] = text;
  }
  return texts;
}

async function unsealed(vault: Vault, sealed: Buffer): Promise<string | null> {
  try {
    return await unseal(vault, PURPOSE, sealed);
  } catch (error) {
    if (error instanceof UnsealError) return null;
    throw error;
  }
}

/** Stores texts; null restores the default. */
export async function writeStored(
  db: Db,
  secret: string,
  texts: Readonly<Partial<Record<StoredName, string | null>>>,
  userId: UserId | null,
): Promise<void> {
  for (const [key, text] of Object.entries(texts)) {
    const name = key as StoredName;
    if (text === null) {
      await db.deleteFrom('instanceSettings').where('name', '=', name).execute();
      continue;
    }
    const isSecret = 'isSecret' in storedSettings[name];
    const row = isSecret
      ? { value: null, sealed: await seal({ db, secret }, PURPOSE, text) }
      : { value: text, sealed: null };
    const values = { ...row, updatedAt: sql<Date>`now()`, updatedById: userId };
    await db
      .insertInto('instanceSettings')
      .values({ name, ...values })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
      .execute();
  }
}

/** The address of the logo; null for the built-in one. */
export async function logoUrlOf(db: Db): Promise<string | null> {
  const row = await db.selectFrom('instanceLogo').select('digest').executeTakeFirst();
  return row ? `/-/logo/${row.digest}` : null;
}

export async function readLogo(db: Db): Promise<StoredImage | null> {
  const row = await db.selectFrom('instanceLogo').select(['mediaType', 'bytes', 'digest']).executeTakeFirst();
  return row ?? null;
}

/** Stores the logo; null restores the built-in one. */
export async function writeLogo(db: Db, image: StoredImage | null): Promise<void> {
  if (!image) await db.deleteFrom('instanceLogo').execute();
  else
    await db
      .insertInto('instanceLogo')
      .values(image)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(image))
      .execute();
}
