import type { Query } from '@milepost/core/query';
import { parseQuery, printQuery } from '@milepost/core/query';
import { localSetting } from '../../../platform/settings/local-setting.ts';

/** The settings this browser's viewer chose last, as parameters of an address; filters are not among them. */
export const lastChoice = localSetting<Query>(
  'roadmap',
  (stored) => parseQuery(stored ?? ''),
  (query) => printQuery(query),
);
