import { parseGlobalId, type Id } from '@milepost/core/ids';
import { GraphQLError } from 'graphql';

/**
 * Reads a global id argument of one of the given types and gives its number. A plain number is taken as well, since some
 * clients send it. Throws a GraphQL error that names the expected types.
 */
export function readGlobalId<Kind extends string>(text: string, ...types: readonly string[]): Id<Kind> {
  if (/^\d{1,15}$/.test(text)) return Number(text) as Id<Kind>;
  const id = parseGlobalId(text);
  if (!id || !types.includes(id.type)) {
    throw new GraphQLError(`"${text}" does not represent an instance of ${types.join(' or ')}`, {
      extensions: { code: 'INVALID_GLOBAL_ID' },
    });
  }
  return id.number as Id<Kind>;
}
