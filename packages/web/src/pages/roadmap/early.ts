import { localDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { readSettings } from '@milepost/core/roadmap/settings';
import { isBareView, viewIdOf } from '@milepost/core/roadmap/views';
import { keepEarly } from '../../app/early.ts';
import { addressOf, rememberedFor } from './kept.ts';
import { requestEpics } from './request-epics.ts';
import { savedView } from './saved-views.ts';
import { viewOf } from './view.ts';

/**
 * Asks for the first page of epics as soon as the address is known, while the page's code is still on its way. `search` is
 * the address's text after the question mark. Only an address that names a saved view and nothing else waits, where the
 * page did not come with that view.
 */
export async function startRoadmap(fullPath: string, search: string): Promise<void> {
  const id = viewIdOf(parseQuery(search));
  if (id !== null && isBareView(parseQuery(search)) && !savedView(id)) {
    const { fetchView } = await import('./views/api.ts');
    await fetchView(id);
  }
  const settings = readSettings(addressOf(search), rememberedFor(fullPath));
  if (settings.epicIid !== null) return;
  const { timeframe } = viewOf(settings, localDayOf(new Date()));
  const args = argumentsOf(fullPath, settings, timeframe);
  const answered = keepEarly(args, () => requestEpics(args, ''));
  // The first page that a browser opens is drawn once, with its rows, if those come at once; later ones have much in cache.
  if (isFirst) await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, patience))]);
  isFirst = false;
}

let isFirst = true;
/** So long, in milliseconds, rows may keep the first page waiting; after that grey ones stand in. */
const patience = 150;
