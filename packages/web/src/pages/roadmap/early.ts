import { localDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { readSettings } from '@milepost/core/roadmap/settings';
import { requestEpics } from './api.ts';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { keepEarly } from './first-page.ts';
import { lastChoice } from './last-choice.ts';
import { viewOf } from './view.ts';

/**
 * Asks for the first page of epics as soon as the address is known, while the page's code is still on its way. `search` is
 * the address's text after the question mark.
 */
export function startRoadmap(fullPath: string, search: string): void {
  const settings = readSettings(parseQuery(search), lastChoice.get());
  if (settings.epicIid !== null) return;
  const { timeframe } = viewOf(settings, localDayOf(new Date()));
  const args = argumentsOf(fullPath, settings, timeframe);
  keepEarly(args, requestEpics(args, ''));
}
