import { execute, parse, type DocumentNode, type ExecutionResult, type GraphQLSchema } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import { hasMutation, type Variables } from './documents.ts';

/** A document of our own pages. There are as many as the build made, so none is ever dropped. */
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

  /** Compiled at the second use: compiling takes longer than executing once. */
  async execute(schema: GraphQLSchema, contextValue: object, variables: Variables): Promise<ExecutionResult> {
    this.#uses += 1;
    if (this.#uses === 2) {
      const compiled = compileQuery(schema, this.document);
      if (isCompiledQuery(compiled)) this.#compiled = compiled;
    }
    if (this.#compiled) return this.#compiled.query({}, contextValue, variables);
    return execute({ schema, document: this.document, rootValue: {}, contextValue, variableValues: variables });
  }
}
export type { PersistedDocument };

/** The documents of our own pages, found by hash or by their text. Only these are compiled. */
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

  /** Whether the document of this hash exists and changes nothing. */
  isQuery(hash: string): boolean {
    const found = this.#byHash.get(hash);
    return found !== undefined && !found.isMutation;
  }
}
