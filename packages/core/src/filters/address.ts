import { textType, uniqueTokens, type FilterToken, type Operator } from '../filter-bar/tokens.ts';
import { unreachable } from '../errors.ts';
import { parseQuery, type Query } from '../query.ts';
import { fieldOfKey } from './custom-fields.ts';
import { filtersOf, menuOf, operatorOf, type ListFilter } from './table.ts';
import { conditions, type Condition, type FilterList } from './types.ts';

/**
 * Parses the parameters of an address into tokens, in the order of the menu, with custom fields and the free text last. Unknown
 * parameters and values are skipped.
 */
export function readTokens(list: FilterList, source: Query | string): FilterToken[] {
  const address = typeof source === 'string' ? parseQuery(source) : source;
  const tokens = menuOf(list).flatMap((filter) => tokensOf(filter, address));
  for (const [key, value] of address) {
    const name = key.replace(/\]\[\]$/, ']');
    if (fieldOfKey(name) !== null && value !== '') tokens.push(tokenOf(name, 'is', value));
  }
  const texts = filtersOf(list).filter(({ name }) => name === textType);
  return uniqueTokens([...tokens, ...texts.flatMap((filter) => tokensOf(filter, address))]);
}

/** Writes tokens as URL parameters. Of single-valued conditions the last value is used; several texts are joined. */
export function writeTokens(list: FilterList, tokens: readonly FilterToken[]): Query {
  const query: (readonly [string, string])[] = [];
  for (const condition of conditions) {
    for (const filter of filtersOf(list)) {
      const amount = filter[condition]?.values;
      if (!amount) continue;
      const key = amount === 'many' ? `${keyOf(filter, condition)}[]` : keyOf(filter, condition);
      for (const value of chosenValues(filter, condition, tokens)) query.push([key, printValue(filter, value)]);
    }
  }
  const fields = uniqueTokens(tokens).filter(({ type }) => fieldOfKey(type) !== null);
  for (const { type, value } of fields) {
    const isList = fields.filter((other) => other.type === type).length > 1;
    query.push([isList ? `${type}[]` : type, value.data]);
  }
  return query;
}

/** The filter part of an address in canonical form: known order, nothing empty, no duplicates. */
export function filterQuery(list: FilterList, address: Query): Query {
  return writeTokens(list, readTokens(list, address));
}

/** The effective values of a condition: all, or the last one of a single-valued condition. */
export function chosenValues(filter: ListFilter, condition: Condition, tokens: readonly FilterToken[]): string[] {
  const operator = operatorOf[condition];
  const own = tokens.filter(({ type, value }) => type === filter.name && value.operator === operator);
  const values = uniqueTokens(own).map(({ value }) => value.data);
  if (filter.name === textType) return [values.join(' ').trim()].filter((value) => value !== '');
  const filled = values.filter((value) => value !== '');
  return filter[condition]?.values === 'one' ? filled.slice(-1) : filled;
}

/** `None` or `Any`, or another wildcard of the filter, in any letter case; else undefined. */
export function wildcardIn(filter: ListFilter, value: string): string | undefined {
  return filter.wildcards?.find((wildcard) => wildcard.toLowerCase() === value.toLowerCase());
}

function tokensOf(filter: ListFilter, address: Query): FilterToken[] {
  return conditions.flatMap((condition) => {
    const amount = filter[condition]?.values;
    if (!amount) return [];
    const key = keyOf(filter, condition);
    const found = address.filter(([name]) => name === `${key}[]` || name === key).map(([, value]) => value);
    // URLs of version 0.1 have None and Any as the id of a person.
    if (condition === 'is' && filter.name === 'assignee') found.push(...someoneIn(filter, address));
    const values = found.map((value) => readValue(filter, value.trim())).filter((value) => value !== '');
    return (amount === 'one' ? values.slice(-1) : values).map((value) =>
      tokenOf(filter.name, operatorOf[condition], value),
    );
  });
}

function someoneIn(filter: ListFilter, address: Query): string[] {
  const wildcard = wildcardIn(filter, address.findLast(([key]) => key === 'assignee_id')?.[1] ?? '');
  return wildcard === undefined ? [] : [wildcard];
}

function tokenOf(type: string, operator: Operator, data: string): FilterToken {
  return { type, value: { operator, data } };
}

function keyOf({ key }: ListFilter, condition: Condition): string {
  return condition === 'is' ? key : `${condition}[${key}]`;
}

/** Converts a URL value to that of a token; empty if the filter does not accept it. */
function readValue(filter: ListFilter, value: string): string {
  const { type } = filter;
  const wildcard = wildcardIn(filter, value);
  if (wildcard !== undefined) return wildcard;
  switch (type.kind) {
    case 'text':
    case 'name':
      return value;
    case 'flag':
      if (value === 'true' || value === 'yes') return 'yes';
      return value === 'false' || value === 'no' ? 'no' : '';
    case 'number':
      return isNumber(value, type.maxDigits) ? value : '';
    case 'id':
      return type.orText || filter.scope === 'namespace' || isNumber(value, 15) ? value : '';
    case 'choice':
      return Object.keys(type.values).find((each) => plain(each) === plain(value)) ?? '';
    default:
      return unreachable(type);
  }
}

function printValue({ type }: ListFilter, value: string): string {
  return type.kind === 'flag' ? String(value === 'yes') : value;
}

const isNumber = (text: string, maxDigits: number): boolean => /^\d+$/.test(text) && text.length <= maxDigits;

/** `needs_attention` and `NEEDS_ATTENTION` mean `needsAttention`. */
const plain = (text: string): string => text.toLowerCase().replaceAll('_', '');
