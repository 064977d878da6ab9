import { fieldOfKey } from './custom-fields.ts';
import type { Query } from '../query.ts';
import { parseQuery, printQuery, valueOf, valuesOf } from '../query.ts';

/** What narrows the roadmap, as the address and the epic query name it. */
export interface RoadmapFilters {
  search: string;
  labelName: string[];
  authorUsername: string;
  milestoneTitle: string;
  myReactionEmoji: string;
  confidential: boolean | null;
  /** Only the epic of this iid: `12`, or with its group `group::&12`. {@link epicNumberOf} gives the number. */
  epicIid: string;
  /** Only epics of exactly this group. */
  groupPath: string;
  not: { labelName: string[]; authorUsername: string; myReactionEmoji: string };
  or: { labelName: string[]; authorUsername: string[] };
  /** Entries of `custom-field[...]`, as written. */
  customFields: Query;
}

/** Keys of the address that are settings, paging or left-overs of other pages, and never filters. */
export const droppedKeys: ReadonlySet<string> = new Set([
  'in',
  'state',
  'page',
  'sort',
  'prev',
  'next',
  'layout',
  'timeframe_range_type',
  'epicIid',
  'progress',
  'milestones_type',
  'show_milestones',
  'show_labels',
  'show_progress',
]);

/** The part of an address that filters, as canonical text: known order, nothing empty, nothing twice. */
export function filterParamsOf(address: Query): string {
  return printQuery(writeFilters(readFilters(address)));
}

/** Reads filters from an address or from the text of {@link filterParamsOf}; dropped and unknown keys are passed over. */
export function readFilters(source: Query | string): RoadmapFilters {
  const all = typeof source === 'string' ? parseQuery(source) : source;
  const query = all.filter(([key, value]) => value !== '' && !droppedKeys.has(key));
  const one = (key: string) => valueOf(query, key)?.trim() ?? '';
  const many = (key: string) => [...new Set([...valuesOf(query, `${key}[]`), ...valuesOf(query, key)])];
  return {
    search: one('search'),
    labelName: many('label_name'),
    authorUsername: one('author_username'),
    milestoneTitle: one('milestone_title'),
    myReactionEmoji: one('my_reaction_emoji'),
    confidential: yesOrNo(one('confidential')),
    epicIid: one('epic_iid'),
    groupPath: one('group_path'),
    not: {
      labelName: many('not[label_name]'),
      authorUsername: one('not[author_username]'),
      myReactionEmoji: one('not[my_reaction_emoji]'),
    },
    or: { labelName: many('or[label_name]'), authorUsername: many('or[author_username]') },
    customFields: customFieldsIn(query),
  };
}

/** Each entry once; a list is written `custom-field[7][]` by some pages. */
function customFieldsIn(query: Query): Query {
  const entries = query.map(([key, value]) => [key.replace(/\]\[\]$/, ']'), value] as const);
  const fields = entries.filter(([key]) => fieldOfKey(key) !== null);
  return [...new Map(fields.map((entry) => [entry.join(' '), entry])).values()];
}

/** The filters as parameters of the address. */
export function writeFilters(filters: RoadmapFilters): Query {
  const query: (readonly [string, string])[] = [];
  const put = (key: string, value: string) => {
    if (value) query.push([key, value]);
  };
  put('search', filters.search);
  for (const label of filters.labelName) put('label_name[]', label);
  put('author_username', filters.authorUsername);
  put('milestone_title', filters.milestoneTitle);
  put('my_reaction_emoji', filters.myReactionEmoji);
  if (filters.confidential !== null) put('confidential', String(filters.confidential));
  put('epic_iid', filters.epicIid);
  put('group_path', filters.groupPath);
  for (const label of filters.not.labelName) put('not[label_name][]', label);
  put('not[author_username]', filters.not.authorUsername);
  put('not[my_reaction_emoji]', filters.not.myReactionEmoji);
  for (const label of filters.or.labelName) put('or[label_name][]', label);
  // The documents name this key without `[]`, and it is read so too; written, it is marked as the list it is.
  for (const author of filters.or.authorUsername) put('or[author_username][]', author);
  for (const [key, value] of filters.customFields) put(isRepeated(filters.customFields, key) ? `${key}[]` : key, value);
  return query;
}

/** Several options of one field are marked as the list they are. */
function isRepeated(entries: Query, key: string): boolean {
  return entries.filter(([other]) => other === key).length > 1;
}

/** Whether anything narrows the list. */
export function hasFilters(filters: RoadmapFilters): boolean {
  return writeFilters(filters).length > 0;
}

function yesOrNo(text: string): boolean | null {
  if (text === 'true' || text === 'yes') return true;
  return text === 'false' || text === 'no' ? false : null;
}

/** `group::&12` gives `12`; a value without the marker is used as it is. */
export function epicNumberOf(value: string): string {
  const marker = value.lastIndexOf('::&');
  return marker === -1 ? value : value.slice(marker + 3);
}

/** The group that `group::&12` names; null where only the number is given. */
export function epicGroupOf(value: string): string | null {
  const marker = value.lastIndexOf('::&');
  return marker === -1 ? null : value.slice(0, marker);
}
