import { execute, parse, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { hasMutation, type Variables } from './documents.ts';

/** A persisted document of the web app. The build fixes their number, so none is evicted. */
class PersistedDocument {
  readonly source: string;
  #document: DocumentNode | null = null;
  #compiled: CompiledQuery | null = null;
  #uses = 0;

  constructor(source: string) {
    this.source = source;
  }

  get document(): DocumentNode {
    this.#document ??= parse(this.source);
    return this.#document;
  }

  get isMutation(): boolean {
    return hasMutation(this.document);
  }

  /** Compiles the document at its second use, because compiling takes longer than one execution. */
  async execute(schema: GraphQLSchema, contextValue: object, variables: Variables): Promise<ExecutionResult> {
    this.#uses += 1;
    if (this.#uses === 2) {
      const compiled = compileQuery(schema, this.document);
      if (isCompiledQuery(compiled)) this.#compiled = compiled;
    }
    if (this.#compiled) {
      const result = await this.#compiled.query({}, contextValue, variables);
      // Without data nothing ran: variables do not fit. `execute` reports them with the errors that are worded for users.
      if ('data' in result) return result;
    }
    return execute({ schema, document: this.document, rootValue: {}, contextValue, variableValues: variables });
  }
}
export type { PersistedDocument };

/** The persisted documents of the web app, by hash or text. Only these are compiled. */
export class PersistedDocuments {
  readonly #byHash = new Map<string, PersistedDocument>();
  readonly #bySource = new Map<string, PersistedDocument>();

  /** `documents`: the sources by hash. */
  constructor(documents: Readonly<Record<string, string>>) {
    for (const [hash, source] of Object.entries(documents)) {
      const persisted = new PersistedDocument(source);
      this.#byHash.set(hash, persisted);
      this.#bySource.set(source, persisted);
    }
  }

  withHash(hash: string): PersistedDocument | undefined {
    return this.#byHash.get(hash);
  }

  withSource(source: string): PersistedDocument | undefined {
    return this.#bySource.get(source);
  }

  /** Whether the document of this hash exists and has no mutation. */
  isQuery(hash: string): boolean {
    const found = this.#byHash.get(hash);
    return found !== undefined && !found.isMutation;
  }
}
