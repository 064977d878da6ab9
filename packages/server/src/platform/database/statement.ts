import type { UnknownRow } from 'kysely';
import type { Connection, FieldDef } from 'pg';
import { serialize } from 'pg-protocol';
import utils from 'pg/lib/utils.js';
import { RowReader, type ParserOf } from './rows.ts';

/** A statement as PostgreSQL knows it on every connection that ran it before. */
export interface Prepared {
  readonly text: string;
  /** Null: parsed and planned each time. */
  readonly name: string | null;
  /** The reader of the latest rows, for all connections on which they have the same columns; null: it returned none so far. */
  reader: RowReader | null;
  /** The transaction is committed after it. */
  readonly commits: boolean;
}

const begin: Prepared = { text: 'BEGIN', name: 'begin', commits: false, reader: null };
const commit: Prepared = { text: 'COMMIT', name: 'commit', commits: false, reader: null };

/** What is known about a connection. */
export class Session {
  /** A transaction begins with the next statement. */
  isBeginning = false;
  /** The transaction was committed with its last statement. */
  isCommitted = false;
  /** The columns that prepared statements return. PostgreSQL refuses to run one whose columns have changed. */
  readonly readers = new Map<string, RowReader | null>();
  readonly parserOf: ParserOf;

  constructor(parserOf: ParserOf) {
    this.parserOf = parserOf;
  }

  /**
   * Whether this begins or ends a transaction and need not be sent by itself. Throws for a statement after the last one. `isEager`: BEGIN is
   * sent by itself.
   */
  controls(text: string, isEager: boolean): boolean {
    const isEnd = text === 'commit' || text === 'rollback';
    if (text === 'begin' && !isEager) {
      this.isBeginning = true;
      return true;
    }
    if (isEnd && (this.isBeginning || this.isCommitted)) {
      this.isBeginning = false;
      this.isCommitted = false;
      return true;
    }
    if (this.isCommitted) throw new Error('The transaction was committed with its last statement');
    return false;
  }
}

export interface Result {
  command: string;
  rowCount: number;
  rows: UnknownRow[];
}

type Done = (error: unknown, result?: Result) => void;

/** The parts of `pg` that its own queries use, beside those that its types name. */
interface Sending extends Connection {
  parsedStatements: Record<string, string | undefined>;
}

/**
 * One execution of a statement, for `client.query`: written at once, with the BEGIN before and the COMMIT after it, and without asking for
 * columns that are known. If one fails, PostgreSQL ignores what follows.
 */
export class Statement {
  readonly #session: Session;
  readonly #prepared: Prepared;
  readonly #values: readonly unknown[];
  readonly #done: Done;
  readonly #parts: readonly Prepared[];
  /** The part whose answer comes next. */
  #at = 0;
  /** Null: it returns no rows. Undefined: not known yet. */
  #reader: RowReader | null | undefined;
  #failure: unknown = null;
  #result: Result = { command: '', rowCount: 0, rows: [] };

  constructor(session: Session, { prepared, values }: { prepared: Prepared; values: readonly unknown[] }, done: Done) {
    this.#session = session;
    this.#prepared = prepared;
    this.#values = values;
    this.#done = done;
    this.#parts = [...(session.isBeginning ? [begin] : []), prepared, ...(prepared.commits ? [commit] : [])];
  }

  /** The name under which `pg` caches the parsed statement. */
  get name(): string | undefined {
    return this.#parts[this.#at]?.name ?? undefined;
  }

  get text(): string | undefined {
    return this.#parts[this.#at]?.text;
  }

  /** Sends it. Returns the error of a value that cannot be sent: then nothing was. */
  submit(connection: Connection): Error | null {
    try {
      const messages = this.#parts.flatMap((part) => this.#messages(connection as Sending, part));
      connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
    } catch (error) {
      return error as Error;
    }
    this.#session.isBeginning = false;
    return null;
  }

  #messages({ parsedStatements }: Sending, part: Prepared): Buffer[] {
    const { text } = part;
    const name = part.name ?? '';
    const isParsed = name !== '' && parsedStatements[name] !== undefined;
    const isMain = part === this.#prepared;
    if (isMain && isParsed) this.#reader = this.#session.readers.get(name);
    return [
      ...(isParsed ? [] : [serialize.parse({ name, text })]),
      serialize.bind({
        statement: name,
        ...(isMain && { values: this.#values as unknown[], valueMapper: utils.prepareValue }),
      }),
      ...(isMain && this.#reader === undefined ? [serialize.describe({ type: 'P' })] : []),
      serialize.execute(),
    ];
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    const known = this.#prepared.reader;
    this.#reader = known?.fits(fields) ? known : new RowReader(fields, this.#session.parserOf);
    this.#prepared.reader = this.#reader;
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure !== null) return;
    try {
      this.#result.rows.push((this.#reader as RowReader).row(fields));
    } catch (error) {
      this.#failure = error;
    }
  }

  handleCommandComplete({ text: tag }: { text: string }): void {
    const { name } = this.#prepared;
    if (this.#parts[this.#at] === this.#prepared) {
      const [command = '', ...numbers] = tag.split(' ');
      this.#result.command = command;
      this.#result.rowCount = Number(numbers.at(-1) ?? 0);
      if (name !== null) this.#session.readers.set(name, this.#reader ?? null);
    }
    this.#at += 1;
    if (this.#parts[this.#at - 1] === commit) this.#session.isCommitted = true;
  }

  handleEmptyQuery(): void {
    this.#at += 1;
  }

  handleReadyForQuery(): void {
    if (this.#failure === null) this.#done(null, this.#result);
    else this.#done(this.#failure);
  }

  handleError(error: unknown): void {
    this.#done(error);
  }

  handleCopyInResponse(connection: Connection): void {
    connection.stream.write(serialize.copyFail('COPY is not sent this way'));
  }

  handleCopyData(): void {}

  handlePortalSuspended(): void {}
}
