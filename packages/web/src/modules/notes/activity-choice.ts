import { localSetting } from '../../ui/local-setting.ts';

export type ActivityFilter = 'ALL_NOTES' | 'ONLY_COMMENTS' | 'ONLY_ACTIVITY';
export type ActivitySort = 'CREATED_ASC' | 'CREATED_DESC';

export interface ActivityChoice {
  filter: ActivityFilter;
  sort: ActivitySort;
}

const filters: readonly ActivityChoice['filter'][] = ['ALL_NOTES', 'ONLY_COMMENTS', 'ONLY_ACTIVITY'];

/** The filter and order of the activity, for all items of one kind; stored in this browser. */
const choices = {
  epic: localSetting('activity.epic', read, JSON.stringify),
  issue: localSetting('activity.issue', read, JSON.stringify),
};

export function activityChoice(kind: 'epic' | 'issue') {
  return choices[kind];
}

function read(stored: string | null): ActivityChoice {
  let parsed: Partial<ActivityChoice> = {};
  try {
    parsed = (JSON.parse(stored ?? '{}') ?? {}) as Partial<ActivityChoice>;
  } catch {
    // Falls back to the defaults.
  }
  return {
    filter: filters.find((filter) => filter === parsed.filter) ?? 'ALL_NOTES',
    sort: parsed.sort === 'CREATED_DESC' ? 'CREATED_DESC' : 'CREATED_ASC',
  };
}
