import type { Query } from '@milepost/core/query';
import { parseQuery, printQuery } from '@milepost/core/query';
import { localSetting } from '../../../ui/local-setting.ts';

/** The settings last chosen in this browser, as URL parameters; without filters. */
export const lastChoice = localSetting<Query>(
  'roadmap',
  (stored) => parseQuery(stored ?? ''),
  (query) => printQuery(query),
);
