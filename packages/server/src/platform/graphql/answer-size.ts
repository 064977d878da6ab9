import { GraphQLError, Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql';
import type { Context } from '../context.ts';

/** Maximum number of fields in lists of one response. The estimated cost of a document does not know the length of lists. */
const MAX_ANSWER_FIELDS = 250_000;

const spent = new WeakMap<Context, number>();

/** Counts the rows of a list towards the size of the response. Throws a GraphQLError (QUERY_TOO_COMPLEX) beyond the maximum. */
export function countRows(
  ctx: Context,
  rows: number,
  { fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>,
): void {
  const fields = fieldNodes.reduce(
    (sum, { selectionSet }) => sum + (selectionSet ? fieldsIn(selectionSet, fragments) : 0),
    0,
  );
  const total = (spent.get(ctx) ?? 0) + rows * fields;
  spent.set(ctx, total);
  if (total <= MAX_ANSWER_FIELDS) return;
  throw new GraphQLError(`The response exceeds the maximum of ${MAX_ANSWER_FIELDS} fields. Request smaller pages`, {
    extensions: { code: 'QUERY_TOO_COMPLEX' },
  });
}

const known = new WeakMap<SelectionSetNode, number>();

function fieldsIn(selectionSet: SelectionSetNode, fragments: GraphQLResolveInfo['fragments']): number {
  const found = known.get(selectionSet);
  if (found !== undefined) return found;
  let fields = 0;
  for (const each of selectionSet.selections) {
    if (each.kind === Kind.FIELD) fields += 1;
    const inner = each.kind === Kind.FRAGMENT_SPREAD ? fragments[each.name.value]?.selectionSet : each.selectionSet;
    if (inner) fields += fieldsIn(inner, fragments);
  }
  known.set(selectionSet, fields);
  return fields;
}
