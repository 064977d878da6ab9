import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import { formatDay, parseDay } from '@milepost/core/days';
import { getNamedType, getNullableType, GraphQLError, isListType, Kind, type GraphQLField } from 'graphql';
import type { Context } from '../context.ts';
import { parseInstant } from '../util/instants.ts';

/** Scalars for the ids of each type, because existing clients declare their variables with these names. */
const idScalars = [
  'UserID',
  'GroupID',
  'ProjectID',
  'NamespaceID',
  'EpicID',
  'IssueID',
  'WorkItemID',
  'WorkItemsTypeID',
  'LabelID',
  'MilestoneID',
  'MergeRequestID',
  'IterationID',
  'IterationsCadenceID',
  'NoteID',
  'DiscussionID',
  'NoteableID',
  'AwardableID',
  'EpicTreeSortingID',
  'WorkItemsRelatedWorkItemLinkID',
  'WorkItemsStatusesStatusID',
  'WorkItemsStatusesLifecycleID',
  'IssuablesCustomFieldID',
  'IssuablesCustomFieldSelectOptionID',
  'TodoID',
  'TodoableID',
  'BoardID',
  'ListID',
  'IssuableID',
  'TimelogID',
  'IncidentManagementTimelineEventID',
  'IncidentManagementTimelineEventTagID',
  'SystemNoteMetadataID',
  'DescriptionVersionID',
  'VulnerabilityID',
  'VulnerabilitiesStateTransitionID',
  'GlobalID',
  'DeploymentID',
  'JobID',
] as const;
export type IdScalars = { [Name in (typeof idScalars)[number]]: { Input: string; Output: string } };

export interface SchemaTypes {
  Context: Context;
  DefaultFieldNullability: false;
  DefaultInputFieldRequiredness: false;
  Scalars: IdScalars & {
    ID: { Input: string; Output: string | number };
    /** An instant, ISO 8601. A day in a field of type Time is sent as midnight UTC. */
    Time: { Input: Date; Output: Date | string };
    /** `YYYY-MM-DD` */
    Date: { Input: string; Output: string };
    /** `YYYY-MM-DD`, under the name that older inputs declare. */
    ISO8601Date: { Input: string; Output: string };
    /** `#rrggbb` or a name; the receiver validates it. */
    Color: { Input: string; Output: string };
    JSON: { Input: unknown; Output: unknown };
    BigInt: { Input: number; Output: number | string };
  };
}

/** `pageSize`: maximum number of rows of a page. */
export const limits = { pageSize: 100 } as const;

/** Estimated rows of a connection without a page size; the real number is counted by `countRows`. */
const EXPECTED_ROWS = 20;

export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ComplexityPlugin],
  defaultFieldNullability: false,
  complexity: { fieldComplexity: weightOf },
});
export type Schema = typeof builder;

/**
 * Default cost of a field: a connection multiplies the cost of everything below it by its page size (a small number for
 * connections that are always complete); other lists count as short.
 */
function weightOf(
  args: Readonly<Record<string, unknown>>,
  _ctx: unknown,
  field: GraphQLField<unknown, Context, Record<string, unknown>>,
): { field: number; multiplier: number } {
  if (getNamedType(field.type).name.endsWith('Connection')) {
    const isPaged = field.args.some(({ name }) => name === 'first');
    const requested = (args['first'] ?? args['last']) as number | null | undefined;
    return { field: 1, multiplier: isPaged ? expectedRows(requested) : 5 };
  }
  const isRows = field.name === 'nodes' || field.name === 'edges';
  return { field: 1, multiplier: isListType(getNullableType(field.type)) && !isRows ? 10 : 1 };
}

/** Cost of a list of work items: finding a page takes its own statement. */
export function costOfPage({ first, last }: { first?: number | null; last?: number | null }): {
  field: number;
  multiplier: number;
} {
  return { field: 5, multiplier: expectedRows(first ?? last) };
}

function expectedRows(requested: number | null | undefined): number {
  return Math.min(requested ?? EXPECTED_ROWS, limits.pageSize);
}

for (const name of idScalars) {
  builder.scalarType(name, {
    description: `A global id, as in gid://gitlab/${name.replace(/ID$/, '')}/1`,
    serialize: (value) => value,
    parseValue: (value) => {
      if (typeof value === 'string' || typeof value === 'number') return String(value);
      throw new GraphQLError(`${name} must be a global id`);
    },
  });
}

builder.scalarType('Time', {
  description: 'An instant in ISO 8601',
  serialize: (value) => {
    if (value instanceof Date) return value.toISOString();
    return value.length === 10 ? `${value}T00:00:00Z` : value;
  },
  parseValue: (value) => {
    const date = typeof value === 'string' ? parseInstant(value) : null;
    if (!date) throw new GraphQLError('Time must be an ISO 8601 date or time');
    return date;
  },
});

for (const name of ['Date', 'ISO8601Date'] as const) {
  builder.scalarType(name, {
    description: 'A calendar day, YYYY-MM-DD',
    serialize: (value) => value,
    parseValue: (value) => {
      const day = typeof value === 'string' ? parseDay(value.slice(0, 10)) : null;
      if (day === null) throw new GraphQLError(`${name} must be YYYY-MM-DD`);
      return formatDay(day);
    },
  });
}

builder.scalarType('Color', {
  description: 'A color, as in #1068bf',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('Color must be a text');
    return value;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node) => ('value' in node ? node.value : node.kind === Kind.NULL ? null : undefined),
});

builder.scalarType('BigInt', {
  description: 'An integer that may exceed 32 bits',
  serialize: (value) => String(value),
  parseValue: (value) => {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new GraphQLError('BigInt must be an integer');
    return number;
  },
});

builder.queryType({ description: 'Queries' });
builder.mutationType({ description: 'Mutations' });
