import { OperationNodeTransformer, sql, type KyselyPlugin, type QueryId, type RawNode } from 'kysely';
import type { Services } from '../platform/context.ts';
import { thenCommit } from '../platform/database/connect.ts';
import type { Db, DbTransaction } from '../platform/database/tables.ts';

/**
 * Runs `work` with services whose database is one transaction, checks what a commit would check, and rolls everything back. Transactions
 * inside of it are savepoints. Returns its result; what it throws is thrown.
 */
export async function rolledBack<Result>(
  services: Services,
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  const undone = new Error('rolled back');
  await services.db
    .transaction()
    .execute(async (trx) => {
      result = { value: await work({ ...services, db: likeDatabase(trx) }) };
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  if (!result) throw new TypeError('The transaction did not run');
  return result.value;
}

/** Removes the marker of the statement that commits. */
class MarkerRemover extends OperationNodeTransformer {
  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const raw = super.transformRaw(node, queryId);
    return { ...raw, sqlFragments: raw.sqlFragments.map((part) => part.replaceAll(thenCommit, '')) };
  }
}

const remover = new MarkerRemover();
const neverCommitting: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => remover.transformNode(node, queryId),
  transformResult: ({ result }) => Promise.resolve(result),
};

/** A transaction that seems to be the database itself: a transaction in it is a savepoint, and commits nothing. */
function likeDatabase(committing: DbTransaction): Db {
  const trx = committing.withPlugin(neverCommitting);
  const transaction = () => ({
    async execute<Result>(work: (inner: DbTransaction) => Promise<Result>): Promise<Result> {
      await sql`SAVEPOINT inner_transaction`.execute(trx);
      try {
        const value = await work(trx);
        await sql`RELEASE SAVEPOINT inner_transaction`.execute(trx);
        return value;
      } catch (error) {
        await sql`ROLLBACK TO SAVEPOINT inner_transaction`.execute(trx);
        throw error;
      }
    },
  });
  return new Proxy<Db>(trx, {
    get(target, name) {
      if (name === 'isTransaction') return false;
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as (...args: unknown[]) => unknown).bind(target) : value;
    },
  });
}
