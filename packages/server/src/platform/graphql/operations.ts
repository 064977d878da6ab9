import {
  execute,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { Context } from '../context.ts';
import type { DocumentLimits } from '../config/document-limits.ts';
import { costOf, DocumentCache, type PreparedDocument, type Variables } from './documents.ts';
import { withAbsent } from './introduced.ts';
import { checkIntrospection, IntrospectionAnswers, isIntrospection } from './introspection.ts';
import { PersistedDocuments } from './persisted.ts';
import { PreparationQueue } from './preparation-queue.ts';

/** One operation as a client sends it. */
export interface Operation {
  /** The document, or the hash of a persisted one. */
  query: string;
  isPersisted: boolean;
  variables: Variables;
  operationName?: string;
}

/** The budget of processing time for documents of one caller. */
export interface WorkBudget {
  isSignedIn: boolean;
  /** Throws an error of kind `limited` if the budget is used up. */
  require(): void;
  /** Charges the used time, in milliseconds. */
  charge(milliseconds: number): void;
}

export interface Caller {
  ctx: Context;
  /** Whether it came by GET, which must not change anything. */
  isGet: boolean;
  /** Throws if the caller may not run mutations. */
  mayChange: () => Promise<void>;
  budget?: WorkBudget;
}

/** Estimated response fields resolved per millisecond; measured, see docs/benchmarks.md. */
const FIELDS_PER_MS = 1_000;

/** Runs operations: compiled persisted documents of the web app, and those of clients within limits and budget. */
export class OperationRunner {
  readonly persisted: PersistedDocuments;
  readonly #schema: GraphQLSchema;
  readonly #limits: DocumentLimits;
  readonly #documents: DocumentCache;
  readonly #introspection = new IntrospectionAnswers();
  readonly #queue = new PreparationQueue();
  readonly #typeCount: number;

  constructor(schema: GraphQLSchema, persistedDocuments: Readonly<Record<string, string>>, limits: DocumentLimits) {
    this.persisted = new PersistedDocuments(persistedDocuments);
    this.#schema = schema;
    this.#limits = limits;
    this.#documents = new DocumentCache(schema, limits);
    this.#typeCount = Object.keys(schema.getTypeMap()).length;
  }

  /** The result, or a serialized response. Throws InvalidDocumentError and the errors of `mayChange`. */
  async run(operation: Operation, caller: Caller): Promise<ExecutionResult | string> {
    const { query, isPersisted, variables } = operation;
    const persisted = isPersisted ? this.persisted.withHash(query) : this.persisted.withSource(query);
    if (!persisted && isPersisted) {
      throw new GraphQLError('Unknown persisted document. Reload the page', {
        extensions: { code: 'PERSISTED_DOCUMENT_NOT_FOUND', status: 404 },
      });
    }
    if (!persisted) return this.#runForeign(operation, caller);
    if (persisted.isMutation) await requireChange(caller);
    return persisted.execute(this.#schema, caller.ctx, variables);
  }

  async #runForeign(operation: Operation, caller: Caller): Promise<ExecutionResult | string> {
    const { variables, operationName } = operation;
    const { document, isMutation, lacksFields } = await this.#prepare(operation, caller);
    const ast = getOperationAST(document, operationName);
    if (isMutation && ast?.operation !== OperationTypeNode.QUERY) await requireChange(caller);
    const run = async (): Promise<ExecutionResult> => {
      const result = await execute({
        schema: this.#schema,
        document,
        rootValue: {},
        contextValue: caller.ctx,
        variableValues: variables,
        operationName: operationName ?? null,
      });
      return lacksFields ? { ...result, data: withAbsent(result.data) as ExecutionResult['data'] } : result;
    };
    if (!ast || !isIntrospection(ast)) return run();
    const key = JSON.stringify([operation.query, operationName, variables]);
    const known = this.#introspection.get(key);
    if (known !== undefined) return known;
    checkIntrospection(document, ast, this.#typeCount);
    const began = performance.now();
    const result = await run();
    const text = JSON.stringify(result);
    caller.budget?.charge(performance.now() - began);
    if (result.errors) return result;
    this.#introspection.set(key, text);
    return text;
  }

  /** Prepares a document, and charges the caller for the time and for the fields that the execution may resolve. */
  async #prepare({ query, variables, operationName }: Operation, { budget }: Caller): Promise<PreparedDocument> {
    budget?.require();
    const known = this.#documents.find(query);
    const prepare = () => this.#prepareNow(query, budget);
    // Without budgets nothing is limited: not the time of the event loop either.
    const prepared = known ?? (await (budget ? this.#queue.run(budget.isSignedIn, prepare) : prepare()));
    const began = performance.now();
    let cost = 0;
    try {
      cost = costOf(this.#schema, prepared.document, this.#limits, {
        variables,
        ...(operationName !== undefined && { operationName }),
      });
    } finally {
      budget?.charge(performance.now() - began + cost / FIELDS_PER_MS);
    }
    return prepared;
  }

  #prepareNow(query: string, budget: WorkBudget | undefined): PreparedDocument {
    // During the wait the same document may have been prepared, or the caller's budget used up.
    const found = this.#documents.find(query);
    if (found) return found;
    budget?.require();
    const began = performance.now();
    try {
      return this.#documents.prepare(query);
    } finally {
      budget?.charge(performance.now() - began);
    }
  }
}

async function requireChange({ isGet, mayChange }: Caller): Promise<void> {
  if (isGet) {
    throw new GraphQLError('Operation cannot be performed via a GET request', {
      extensions: { code: 'BAD_REQUEST', status: 405 },
    });
  }
  await mayChange();
}
