import { createComplexityRule } from '@pothos/plugin-complexity';
import { GraphQLError, Kind, OperationTypeNode, parse, validate, type DocumentNode, type GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { validateDocument } from './document-errors/document-errors.ts';
import { wordedSyntaxError } from './document-errors/syntax.ts';
import type { DocumentLimits } from '../config/document-limits.ts';
import { checkShape, refusal } from './document-limits.ts';
import { introducedDirective, withoutAbsent } from './introduced.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** A parsed document that is within the limits and valid. */
export interface PreparedDocument {
  document: DocumentNode;
  /** Whether any of its operations is a mutation. */
  isMutation: boolean;
  /** Whether `withAbsent` has to complete its responses. */
  lacksFields: boolean;
}

/** The document cannot be executed; the errors have locations. */
export class InvalidDocumentError extends Error {
  override name = 'InvalidDocumentError';
  constructor(readonly errors: readonly GraphQLError[]) {
    super(errors[0]?.message ?? 'The document cannot be executed');
  }
}

/** Estimated memory of a parsed document per character of its source; measured: 73 bytes. */
const BYTES_PER_CHARACTER = 80;
const MAX_CACHED_DOCUMENTS = 1_000;
const MAX_CACHED_BYTES = 24 * 1024 * 1024;

/** Prepares the documents of clients and caches the most recently used, bounded by entries and bytes. */
export class DocumentCache {
  readonly #schema: GraphQLSchema;
  readonly #limits: DocumentLimits;
  readonly #cache = new LRUCache<string, PreparedDocument>({
    max: MAX_CACHED_DOCUMENTS,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (_prepared, source) => Math.max(1, source.length * BYTES_PER_CHARACTER),
  });

  constructor(schema: GraphQLSchema, limits: DocumentLimits) {
    this.#schema = schema;
    this.#limits = limits;
  }

  /** Estimated bytes in the cache. */
  get bytes(): number {
    return this.#cache.calculatedSize;
  }

  get entries(): number {
    return this.#cache.size;
  }

  /** The document, if it was prepared before. */
  find(source: string): PreparedDocument | undefined {
    return this.#cache.get(source);
  }

  /** Parses and validates a source. Throws InvalidDocumentError. The inexpensive checks come first. */
  prepare(source: string): PreparedDocument {
    const { characters, tokens } = this.#limits;
    if (source.length > characters) {
      throw new InvalidDocumentError([
        refusal(`Query exceeds the maximum of ${characters} characters`, 'QUERY_TOO_LONG'),
      ]);
    }
    const document = parseWithin(source, tokens);
    const tooLarge = checkShape(document, this.#limits);
    if (tooLarge) throw new InvalidDocumentError([tooLarge]);
    const reduced = source.includes(introducedDirective.name) ? withoutAbsent(this.#schema, document) : null;
    const known = reduced ?? document;
    const errors = validateDocument(this.#schema, known);
    if (errors.length > 0) throw new InvalidDocumentError(errors);
    const prepared = { document: known, isMutation: hasMutation(known), lacksFields: reduced !== null };
    this.#cache.set(source, prepared);
    return prepared;
  }
}

function parseWithin(source: string, maxTokens: number): DocumentNode {
  try {
    return parse(source, { maxTokens });
  } catch (error) {
    // The parser is recursive, so thousands of brackets overflow the stack.
    if (error instanceof RangeError) {
      throw new InvalidDocumentError([refusal('Query is nested too deeply', 'QUERY_TOO_COMPLEX')]);
    }
    if (!(error instanceof GraphQLError)) throw error;
    const isTooLong = error.message.includes(`more that ${maxTokens} tokens`);
    throw new InvalidDocumentError([
      isTooLong
        ? refusal(`Query exceeds the maximum of ${maxTokens} tokens`, 'QUERY_TOO_LONG')
        : wordedSyntaxError(error),
    ]);
  }
}

export function hasMutation(document: DocumentNode): boolean {
  return document.definitions.some(
    (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION,
  );
}

/**
 * The cost of executing a valid document with these variables, in response fields; page sizes in variables count. Throws
 * InvalidDocumentError if it exceeds `limits.cost`, or is too deep or too broad.
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  limits: Pick<DocumentLimits, 'cost' | 'depth' | 'breadth'>,
  { variables = {}, operationName }: { variables?: Variables; operationName?: string } = {},
): number {
  let cost = 0;
  const rule = createComplexityRule({
    context: {},
    variableValues: { ...variables },
    ...(operationName !== undefined && { operationName }),
    maxComplexity: limits.cost,
    maxDepth: limits.depth,
    maxBreadth: limits.breadth,
    onResult: ({ complexity }) => {
      cost = Math.max(cost, complexity);
    },
  });
  const errors = validate(schema, document, [rule]);
  const refused = errors.find(({ extensions }) => String(extensions['code']).startsWith('QUERY_'));
  // Other errors, such as a variable of the wrong type or an unknown operation, are reported by the execution.
  if (refused) throw new InvalidDocumentError([refusal(refused.message, 'QUERY_TOO_COMPLEX')]);
  return cost;
}
