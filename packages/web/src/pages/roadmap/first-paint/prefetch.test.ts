// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { localDayOf } from '@milepost/core/days';
import { parseQuery } from '@milepost/core/query';
import { readSettings } from '@milepost/core/roadmap/settings';
import { argumentsOf } from '@milepost/core/roadmap/arguments';
import { startRoadmap } from './prefetch.ts';
import { takePrefetched } from '../../../platform/api/prefetch.ts';
import { epicsAnswer } from '../../../testing/roadmap-page.tsx';
import { viewOf } from '../view/view.ts';

afterEach(() => vi.unstubAllGlobals());

test('the prefetched first page matches the request of the page, and is used once', async () => {
  const fetched = vi.fn(() => Promise.resolve(Response.json({ data: epicsAnswer([]) })));
  vi.stubGlobal('fetch', fetched);
  const search = '?timeframe_range_type=THREE_YEARS&label_name[]=a&sort=TITLE_DESC';
  void startRoadmap('kubernetes', search);
  expect(fetched).toHaveBeenCalledTimes(1);
  const settings = readSettings(parseQuery(search));
  const args = argumentsOf('kubernetes', settings, viewOf(settings, localDayOf(new Date())).timeframe);
  await expect(takePrefetched(args)).resolves.toEqual(epicsAnswer([]));
  expect(takePrefetched(args)).toBeUndefined();
});

test('on the roadmap of one epic nothing is prefetched', () => {
  const fetched = vi.fn();
  vi.stubGlobal('fetch', fetched);
  void startRoadmap('kubernetes', '?epicIid=4');
  expect(fetched).not.toHaveBeenCalled();
});
