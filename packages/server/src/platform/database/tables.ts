import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

/**
 * Every table of the database by its name in code (camelCase). Empty here on purpose: each room adds its own rows in its
 * `table.ts` by declaration merging, so the platform knows no concept.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface Tables {}

export type Db = Kysely<Tables>;
export type DbTransaction = Transaction<Tables>;

/** A `timestamptz` that the database fills in when it is not given. */
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
/** A `timestamptz` that may be null. */
export type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** A column that PostgreSQL computes: read only. */
export type Computed<T> = ColumnType<T, never, never>;
/** Nullable, and null when not given. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** `YYYY-MM-DD` or null: a `date` travels as text, so no time zone can move it. */
export type NullableDate = ColumnType<string | null, string | null | undefined, string | null>;

export type { Generated };
