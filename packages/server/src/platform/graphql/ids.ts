import { parseGlobalId, type Id } from '@milepost/core/ids';
import { GraphQLError } from 'graphql';

/**
 * The number of a global id argument of one of the given types. Plain numbers are accepted, because some clients send them. Throws a
 * GraphQLError that names the expected types.
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

/** The id of a discussion, which is not a number, of a global id or alone. */
export function readDiscussionId(text: string): string {
  const hex = /^(?:gid:\/\/gitlab\/\w*Discussion\/)?([0-9a-f]{40})$/.exec(text)?.[1];
  if (hex) return hex;
  throw new GraphQLError(`"${text}" does not represent an instance of Discussion`, {
    extensions: { code: 'INVALID_GLOBAL_ID' },
  });
}
