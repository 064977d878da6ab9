import type { FilterToken, Operator } from '../filter-bar/tokens.ts';
import { textType, uniqueTokens } from '../filter-bar/tokens.ts';
import type { Query } from '../query.ts';
import { customFieldArguments, fieldOfKey, type CustomFieldArgument } from '../roadmap/custom-fields.ts';
import { isOneOf } from './texts.ts';

/** The kinds of tokens that a list of issues has, custom fields aside: those have the name of their parameter. */
export const issueTokenTypes = [
  'author',
  'assignee',
  'label',
  'milestone',
  'iteration',
  'epic',
  'type',
  'weight',
  'health',
  'confidential',
  'reaction',
] as const;
export type IssueTokenType = (typeof issueTokenTypes)[number];

/** A word of the address: its parameter, and of which operators one or many values count. */
interface Word {
  type: IssueTokenType;
  key: string;
  is: 'one' | 'many';
  not?: 'one' | 'many';
  or?: 'many';
}

const words: readonly Word[] = [
  { type: 'author', key: 'author_username', is: 'one', not: 'many', or: 'many' },
  { type: 'assignee', key: 'assignee_username', is: 'many', not: 'many', or: 'many' },
  { type: 'label', key: 'label_name', is: 'many', not: 'many', or: 'many' },
  { type: 'milestone', key: 'milestone_title', is: 'one', not: 'many' },
  { type: 'iteration', key: 'iteration_id', is: 'one', not: 'many' },
  { type: 'epic', key: 'epic_id', is: 'one', not: 'one' },
  { type: 'type', key: 'type', is: 'many' },
  { type: 'weight', key: 'weight', is: 'one', not: 'one' },
  { type: 'health', key: 'health_status', is: 'one', not: 'one' },
  { type: 'confidential', key: 'confidential', is: 'one' },
  { type: 'reaction', key: 'my_reaction_emoji', is: 'one', not: 'one' },
];

const operatorNames = { is: 'is', not: 'is not', or: 'or' } as const satisfies Record<string, Operator>;
const places = ['is', 'not', 'or'] as const;

/** Types and states of health as addresses write them. */
export const issueTypeValues = ['issue', 'incident', 'task'] as const;
export const healthValues = ['onTrack', 'needsAttention', 'atRisk'] as const;

/** The tokens that the parameters of an address stand for, the free text last; what is unknown is passed over. */
export function readIssueTokens(address: Query): FilterToken[] {
  const tokens: FilterToken[] = [];
  const put = (type: string, operator: Operator, data: string): void => {
    if (data !== '') tokens.push({ type, value: { operator, data } });
  };
  for (const word of words) {
    for (const place of places) {
      const amount = word[place];
      if (!amount) continue;
      const key = keyOf(word, place);
      const found = address.filter(([name]) => name === key || name === `${key}[]`).map(([, value]) => value.trim());
      const values = found.map((value) => readValue(word.type, value)).filter((value) => value !== '');
      for (const value of amount === 'one' ? values.slice(-1) : values) put(word.type, operatorNames[place], value);
    }
  }
  // Older addresses name nobody and anybody by the number of a person.
  const someone = address.findLast(([key]) => key === 'assignee_id')?.[1] ?? '';
  if (wildcardOf(someone)) put('assignee', 'is', wildcardOf(someone) ?? '');
  for (const [key, value] of address) {
    const name = key.replace(/\]\[\]$/, ']');
    if (fieldOfKey(name) !== null) put(name, 'is', value);
  }
  put(textType, 'is', address.findLast(([key]) => key === 'search')?.[1].trim() ?? '');
  return uniqueTokens(tokens);
}

/** Tokens as parameters of an address. Where only one value can count the last one does; several texts are one. */
export function writeIssueTokens(tokens: readonly FilterToken[]): Query {
  const query: (readonly [string, string])[] = [];
  const search = valuesOf(tokens, textType, 'is').join(' ').trim();
  if (search !== '') query.push(['search', search]);
  for (const place of places) {
    for (const word of words) {
      const amount = word[place];
      if (!amount) continue;
      const values = valuesOf(tokens, word.type, operatorNames[place]);
      const key = keyOf(word, place);
      if (amount === 'one') for (const value of values.slice(-1)) query.push([key, printValue(word.type, value)]);
      else for (const value of values) query.push([`${key}[]`, printValue(word.type, value)]);
    }
  }
  const fields = uniqueTokens(tokens).filter(({ type }) => fieldOfKey(type) !== null);
  for (const { type, value } of fields) {
    const isList = fields.filter((other) => other.type === type).length > 1;
    query.push([isList ? `${type}[]` : type, value.data]);
  }
  return query;
}

/** The arguments by which the lists of issues are narrowed, as the API takes them. */
export interface IssueArguments {
  search?: string;
  authorUsername?: string;
  assigneeUsernames?: string[];
  labelName?: string[];
  milestoneTitle?: string[];
  iterationId?: string[];
  iterationTitle?: string;
  epicId?: string;
  types?: ('ISSUE' | 'INCIDENT' | 'TASK')[];
  weight?: string;
  healthStatusFilter?: 'NONE' | 'ANY' | (typeof healthValues)[number];
  confidential?: boolean;
  myReactionEmoji?: string;
  customField?: CustomFieldArgument[];
  not?: {
    authorUsername?: string[];
    assigneeUsernames?: string[];
    labelName?: string[];
    milestoneTitle?: string[];
    iterationId?: string[];
    epicId?: string;
    weight?: string;
    healthStatusFilter?: (typeof healthValues)[number][];
    myReactionEmoji?: string;
  };
  or?: { authorUsernames?: string[]; assigneeUsernames?: string[]; labelNames?: string[] };
}

/** What a list with these tokens asks for. */
export function issueArgumentsOf(tokens: readonly FilterToken[]): IssueArguments {
  const all = (type: IssueTokenType, operator: Operator) => valuesOf(tokens, type, operator);
  const one = (type: IssueTokenType, operator: Operator) => all(type, operator).at(-1);
  const iteration = one('iteration', 'is');
  const confidential = one('confidential', 'is');
  const epic = one('epic', 'is');
  const health = one('health', 'is');
  const customField = customFieldArguments(tokens.map(({ type, value }) => [type, value.data] as const));
  const not = withoutEmpty({
    authorUsername: all('author', 'is not'),
    assigneeUsernames: all('assignee', 'is not'),
    labelName: all('label', 'is not'),
    milestoneTitle: all('milestone', 'is not'),
    iterationId: all('iteration', 'is not').map((id) => globalId('Iteration', id)),
    epicId: optional(one('epic', 'is not'), (id) => globalId('Epic', id)),
    weight: one('weight', 'is not'),
    healthStatusFilter: all('health', 'is not').filter((value) => isOneOf(healthValues, value)),
    myReactionEmoji: one('reaction', 'is not'),
  });
  const or = withoutEmpty({
    authorUsernames: all('author', 'or'),
    assigneeUsernames: all('assignee', 'or'),
    labelNames: all('label', 'or'),
  });
  return withoutEmpty({
    search: valuesOf(tokens, textType, 'is').join(' ').trim(),
    authorUsername: one('author', 'is'),
    assigneeUsernames: all('assignee', 'is'),
    labelName: all('label', 'is'),
    milestoneTitle: all('milestone', 'is'),
    ...(iteration && /^\d+$/.test(iteration)
      ? { iterationId: [globalId('Iteration', iteration)] }
      : { iterationTitle: iteration }),
    epicId: optional(epic, (value) => wildcardOf(value) ?? globalId('Epic', value)),
    types: all('type', 'is').map((type) => type.toUpperCase() as 'ISSUE'),
    weight: one('weight', 'is'),
    healthStatusFilter: optional(health, healthFilter),
    confidential: confidential === undefined ? undefined : confidential === 'yes',
    myReactionEmoji: one('reaction', 'is'),
    customField,
    not: Object.keys(not).length > 0 ? not : undefined,
    or: Object.keys(or).length > 0 ? or : undefined,
  });
}

function keyOf({ key }: Word, place: (typeof places)[number]): string {
  return place === 'is' ? key : `${place}[${key}]`;
}

/** A value as the bar knows it; empty for one that the word does not have. */
function readValue(type: IssueTokenType, value: string): string {
  switch (type) {
    case 'type':
      return isOneOf(issueTypeValues, value.toLowerCase()) ? value.toLowerCase() : '';
    case 'confidential':
      if (value === 'true' || value === 'yes') return 'yes';
      return value === 'false' || value === 'no' ? 'no' : '';
    case 'weight':
      return wildcardOf(value) ?? (/^\d{1,9}$/.test(value) ? value : '');
    case 'health':
      return wildcardOf(value) ?? healthValues.find((each) => plain(each) === plain(value)) ?? '';
    case 'epic':
      return wildcardOf(value) ?? (/^\d{1,15}$/.test(value) ? value : '');
    default:
      return wildcardOf(value) ?? value;
  }
}

function printValue(type: IssueTokenType, value: string): string {
  return type === 'confidential' ? String(value === 'yes') : value;
}

const plain = (text: string): string => text.toLowerCase().replaceAll('_', '');

/** `None` or `Any`, in whatever letters; else null. */
function wildcardOf(value: string): 'None' | 'Any' | null {
  const word = value.toLowerCase();
  if (word === 'none') return 'None';
  return word === 'any' ? 'Any' : null;
}

function healthFilter(value: string): NonNullable<IssueArguments['healthStatusFilter']> {
  if (isOneOf(healthValues, value)) return value;
  return value === 'None' ? 'NONE' : 'ANY';
}

function valuesOf(tokens: readonly FilterToken[], type: string, operator: Operator): string[] {
  const found = tokens.filter((token) => token.type === type && token.value.operator === operator);
  return uniqueTokens(found).map(({ value }) => value.data);
}

const globalId = (kind: string, id: string): string => `gid://gitlab/${kind}/${id}`;

function optional<Value>(value: string | undefined, read: (value: string) => Value): Value | undefined {
  return value === undefined ? undefined : read(value);
}

/** Without what says nothing: undefined, empty texts and empty lists. */
function withoutEmpty<Fields extends object>(fields: Fields): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  ) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}
