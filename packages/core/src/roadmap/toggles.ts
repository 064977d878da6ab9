import { tokenKey, uniqueTokens, type FilterToken } from '../filter-bar/tokens.ts';
import { readTokens } from '../filters/address.ts';
import { withFilters, type RoadmapSettings } from './settings.ts';

type Filtered = Pick<RoadmapSettings, 'filterParams'>;

/** Whether a filter is set. */
export function hasFilter({ filterParams }: Filtered, token: FilterToken): boolean {
  return readTokens('epics', filterParams).some((other) => tokenKey(other) === tokenKey(token));
}

/** The settings with one more filter, or without it where it is set. */
export function withToggled(settings: RoadmapSettings, token: FilterToken): RoadmapSettings {
  const tokens = readTokens('epics', settings.filterParams);
  return hasFilter(settings, token)
    ? withFilters(
        settings,
        tokens.filter((other) => tokenKey(other) !== tokenKey(token)),
      )
    : withFilters(settings, uniqueTokens([...tokens, token]));
}

/** The settings without the filters that the summary sets: its counts are of the list without them. */
export function withoutSummaryFilters(settings: RoadmapSettings): RoadmapSettings {
  const tokens = readTokens('epics', settings.filterParams);
  const others = tokens.filter(
    ({ type, value }) => value.operator !== 'is' || (type !== 'epicHealth' && type !== 'signal'),
  );
  return others.length === tokens.length ? settings : withFilters(settings, others);
}
