import type { LifecycleId, StatusId } from '@milepost/core/ids';
import { parseLifecycleId, parseStatusId } from '@milepost/core/statuses/statuses';
import { GraphQLError } from 'graphql';

/** Parses the id of a status as clients send it. Throws a GraphQL error for anything else. */
export const readStatusId = (text: string): StatusId => parseStatusId(text) ?? invalid(text, 'Status');

/** Parses the id of a lifecycle as clients send it. Throws a GraphQL error for anything else. */
export const readLifecycleId = (text: string): LifecycleId => parseLifecycleId(text) ?? invalid(text, 'Lifecycle');

function invalid(text: string, kind: string): never {
  throw new GraphQLError(`"${text}" does not represent an instance of WorkItems::Statuses::${kind}`, {
    extensions: { code: 'INVALID_GLOBAL_ID' },
  });
}
