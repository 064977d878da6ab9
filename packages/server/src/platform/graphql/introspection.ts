import { Kind, type DocumentNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { refusal } from './document-limits.ts';
import { InvalidDocumentError } from './documents.ts';

/** Maximum cost per type of the schema: one complete introspection query of the usual tools (570), but not two. */
const MAX_COST_PER_TYPE = 750;

/** Estimated rows of the lists of `__Schema` and `__Type`. */
const EXPECTED_ROWS: Readonly<Record<string, number>> = {
  directives: 6,
  fields: 20,
  args: 2,
  inputFields: 2,
  enumValues: 2,
};
/** Estimated fields of a type in the list of all types; types reached through fields have more. */
const FIELDS_OF_ANY_TYPE = 4;

/** Whether an operation selects only the schema, so that its response depends neither on data nor on the viewer. */
export function isIntrospection({ selectionSet }: OperationDefinitionNode): boolean {
  return selectionSet.selections.every(
    (each) => each.kind === Kind.FIELD && ['__schema', '__type', '__typename'].includes(each.name.value),
  );
}

/** Throws InvalidDocumentError if the introspection cost of an operation exceeds MAX_COST_PER_TYPE per type. */
export function checkIntrospection(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  typeCount: number,
): void {
  const cost = new IntrospectionCost(document, typeCount).of(operation.selectionSet);
  const max = MAX_COST_PER_TYPE * typeCount;
  if (cost <= max) return;
  const message = `Introspection cost of ${cost} exceeds the maximum of ${max}`;
  throw new InvalidDocumentError([refusal(message, 'QUERY_TOO_COMPLEX')]);
}

class IntrospectionCost {
  readonly #fragments = new Map<string, SelectionSetNode>();
  readonly #typeCount: number;
  /** Caches costs: nested fragments that are spread twice would otherwise be visited exponentially often. */
  readonly #known = new Map<SelectionSetNode, Map<string, number>>();

  constructor(document: DocumentNode, typeCount: number) {
    this.#typeCount = typeCount;
    for (const each of document.definitions) {
      if (each.kind === Kind.FRAGMENT_DEFINITION) this.#fragments.set(each.name.value, each.selectionSet);
    }
  }

  /** `below`: the introspection field that the selection belongs to; empty outside of introspection, which costs nothing here. */
  of(selectionSet: SelectionSetNode, below = ''): number {
    const known = this.#known.get(selectionSet) ?? new Map<string, number>();
    this.#known.set(selectionSet, known);
    const found = known.get(below);
    if (found !== undefined) return found;
    let cost = 0;
    for (const each of selectionSet.selections) {
      if (each.kind === Kind.FIELD) cost += this.#ofField(each.name.value, each.selectionSet, below);
      else {
        const inner = each.kind === Kind.INLINE_FRAGMENT ? each.selectionSet : this.#fragments.get(each.name.value);
        if (inner) cost += this.of(inner, below);
      }
    }
    known.set(below, cost);
    return cost;
  }

  #ofField(name: string, inner: SelectionSetNode | undefined, below: string): number {
    const isSchema = below !== '' || name === '__schema' || name === '__type';
    if (!inner) return isSchema ? 1 : 0;
    return (isSchema ? 1 : 0) + this.#rowsOf(name, below) * this.of(inner, isSchema ? name : '');
  }

  #rowsOf(name: string, below: string): number {
    if (below === '') return 1;
    if (name === 'types') return this.#typeCount;
    if (name === 'fields' && below === 'types') return FIELDS_OF_ANY_TYPE;
    return EXPECTED_ROWS[name] ?? 1;
  }
}

const MAX_CACHED_ANSWERS = 20;
const MAX_CACHED_BYTES = 8 * 1024 * 1024;

/** Caches serialized responses to introspection, because the schema of a running server never changes. */
export class IntrospectionAnswers {
  readonly #answers = new LRUCache<string, string>({
    max: MAX_CACHED_ANSWERS,
    maxSize: MAX_CACHED_BYTES,
    // At most two bytes per character.
    sizeCalculation: (answer, key) => 2 * (answer.length + key.length),
  });

  get(key: string): string | undefined {
    return this.#answers.get(key);
  }

  set(key: string, answer: string): void {
    this.#answers.set(key, answer);
  }
}
