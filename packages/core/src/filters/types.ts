import type { FilteredSignal, ProgressClass } from './signal-values.ts';
import type { SelectFieldName, SelectValues } from '../fields/select-fields.ts';

/** The lists with filters. */
export const filterLists = ['epics', 'issues'] as const;
export type FilterList = (typeof filterLists)[number];

/** The operator of a condition, as the APIs name it. */
export const conditions = ['is', 'not', 'or'] as const;
export type Condition = (typeof conditions)[number];

/** The value type of a filter. */
export type ValueType =
  | { kind: 'text' }
  /** A text that GraphQL takes as an object with `name`. */
  | { kind: 'name' }
  | { kind: 'flag' }
  | { kind: 'number'; maxDigits: number }
  /** A global id of this type: addresses carry its number. `orText`: the second argument takes other values than numbers. */
  | { kind: 'id'; of: string; orText?: true }
  /** Values of the address and their GraphQL names. */
  | { kind: 'choice'; values: Readonly<Record<string, string>> };

/** TypeScript's view of the GraphQL types that arguments have, as clients send them. */
type SelectArguments = {
  [Name in SelectFieldName as `WorkItem${Capitalize<Name>}`]: Uppercase<SelectValues[Name]>;
};

export interface ArgumentTypes extends SelectArguments {
  ID: string;
  String: string;
  Boolean: boolean;
  AssigneeWildcardId: 'NONE' | 'ANY';
  EpicWildcardId: 'NONE' | 'ANY';
  EpicProgressClass: ProgressClass;
  EpicSignal: FilteredSignal;
  HealthStatus: 'onTrack' | 'needsAttention' | 'atRisk';
  HealthStatusFilter: 'NONE' | 'ANY' | 'onTrack' | 'needsAttention' | 'atRisk';
  IssueType: 'ISSUE' | 'INCIDENT' | 'TASK';
  IterationWildcardId: 'NONE' | 'ANY' | 'CURRENT';
  IterationsCadenceID: string;
  MilestoneWildcardId: 'NONE' | 'ANY' | 'STARTED' | 'UPCOMING';
  NegatedMilestoneWildcardId: 'STARTED' | 'UPCOMING';
  ReleaseTagWildcardId: 'NONE' | 'ANY';
  SubscriptionStatus: 'EXPLICITLY_SUBSCRIBED' | 'EXPLICITLY_UNSUBSCRIBED';
  WeightWildcardId: 'NONE' | 'ANY';
  WorkItemWidgetStatusFilterInput: { id?: string; name?: string };
  WorkItemWidgetCustomFieldFilterInputType: {
    customFieldId?: string;
    customFieldName?: string;
    selectedOptionIds?: string[];
    selectedOptionValues?: string[];
  };
}
type NamedType = keyof ArgumentTypes;
export type GraphqlType = NamedType | `[${NamedType}]` | `[${NamedType}!]`;

/** Types of REST parameters. `…OrWildcard` also takes None and Any. */
export type RestType = 'text' | 'texts' | 'id' | 'idOrWildcard' | 'numberOrWildcard' | 'flag' | 'choice' | 'health';

/** An argument or parameter: its type and optional description. */
export type Described<Type extends string> = Type | readonly [type: Type, description: string];

/** One condition of a filter in one list. */
export interface ConditionDefinition {
  /** Whether URLs and tokens have one or many values; omitted if only the APIs have the condition. */
  values?: 'one' | 'many';
  /** Arguments of the GraphQL list, or of its `not` or `or`. Pages send the first. */
  graphql?: Readonly<Record<string, Described<GraphqlType>>>;
  /** Parameters of the REST list, or of its `not`. */
  rest?: Readonly<Record<string, Described<RestType>>>;
}

/** A filter in one list. */
export interface ListDefinition extends Readonly<Partial<Record<Condition, ConditionDefinition>>> {
  /** Position of its token in the menu of the filter bar; omitted where there is no token. */
  menu?: number;
  /** Typing it before a value starts a token of this filter. */
  symbol?: string;
  wildcards?: readonly string[];
  /** `namespace`: names the namespace to search in, which pages pass on themselves. `items`: narrows the items. */
  scope?: 'items' | 'namespace';
  /** The GraphQL default of the argument. Pages always send it, as published clients do. */
  initial?: '""' | '[]';
  /** The key in addresses of this list, if it differs. */
  key?: string;
}

export interface FilterDefinition extends Readonly<Partial<Record<FilterList, ListDefinition>>> {
  /** The key in addresses; conditions other than `is` put it in brackets: `not[key]`. */
  key?: string;
  type: ValueType;
  /** Offered only to viewers with this permission. */
  offeredWith?: 'people' | 'reactions';
}
