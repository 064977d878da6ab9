import type { Query } from '@milepost/core/query';
import { parseQuery } from '@milepost/core/query';
import type { StoredSettingsChange, StoredSettings } from '@milepost/core/roadmap/stored-settings';
import {
  storedSettingsDiff,
  storedSettingsOf,
  mergeStored,
  queryOfStored,
} from '@milepost/core/roadmap/stored-settings';
import type { Opening, OpeningHint } from '@milepost/core/roadmap/opening/query';
import { isOverview } from '@milepost/core/roadmap/overview';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { namesDocumented, readSettings } from '@milepost/core/roadmap/settings';
import { expandView, viewIdOf } from '@milepost/core/views/views';
import { localSetting } from '../../../platform/settings/local-setting.ts';
import { session } from '../../../platform/session/session.ts';
import { lastChoice } from './last-choice.ts';
import { savedView } from '../../../modules/views/saved-views.ts';

/**
 * The settings that the server stores for signed-in users, by group. They came with the page, so nothing waits for them;
 * changes from other pages are not applied, so that a roadmap on screen never changes by itself.
 */
let known: Map<string, StoredSettings> | null = null;

/** Choices that the server has not confirmed, because of a closed page or a lost connection. The next page sends them. */
const unsent = localSetting<Readonly<Record<string, StoredSettingsChange>>>('roadmap.unsent', readUnsent, (changes) =>
  Object.keys(changes).length === 0 ? null : JSON.stringify({ userId: session().viewer?.id, changes }),
);

/**
 * The overviews by full path of the group, computed before their pages open (overview.ts): resizing the window changes nothing.
 */
const overviews = new Map<string, Opening>();
const MAX_OVERVIEWS = 50;

export function setOverview(fullPath: string, opening: Opening): void {
  if (overviews.size >= MAX_OVERVIEWS) overviews.clear();
  overviews.set(fullPath, opening);
}

/** What is known about the rows of a group's overview before they load. */
export const openingHint = (fullPath: string): OpeningHint | undefined => overviews.get(fullPath)?.hint;

/**
 * Default parameters where the URL of a group's roadmap has none: the viewer's settings for the group, otherwise those of the
 * overview if the URL names it and no documented setting, otherwise the last ones in this browser.
 */
export function rememberedFor(fullPath: string, search: string): Query {
  const { sharedRoadmap } = session();
  if (sharedRoadmap) return parseQuery(sharedRoadmap.query);
  const kept = knownSettings().get(fullPath);
  if (kept && Object.keys(kept).length > 0) return queryOfStored(kept);
  const overview = overviews.get(fullPath);
  const address = parseQuery(search);
  if (overview && isOverview(address) && !namesDocumented(address)) return overview.query;
  return kept ? [] : lastChoice.get();
}

/** The parameters of a roadmap URL; if it names only a saved view, those of the view. */
export function addressOf(search: string): Query {
  const address = parseQuery(search);
  const id = viewIdOf(address);
  const view = id === null ? null : savedView(id);
  const { sharedRoadmap } = session();
  return sharedRoadmap ? sharedAddress(address, sharedRoadmap.query) : expandView(address, view?.query ?? '');
}

/** What strip and legend filter by. */
const pressed = new Set([
  'signal',
  'health_status',
  'progress_class',
  'epic_color',
  'or[label_name]',
  'or[status]',
  'or[group_path]',
]);

/**
 * Behind a public link, filters and state are fixed by the link, whatever the address says: those of strip and legend show less of
 * it. The display settings are the viewer's own.
 */
function sharedAddress(address: Query, query: string): Query {
  const drawn = storedSettingsOf(readSettings(address));
  const shared = parseQuery(query);
  const mayChoose = (key: string) => key !== 'state' || readSettings(shared).epicsState === 'all';
  const chosen = address.filter(([key]) => (key in drawn && mayChoose(key)) || pressed.has(key.replace(/\[\]$/, '')));
  const names = new Set(chosen.map(([key]) => key));
  return [...chosen, ...shared.filter(([key]) => key !== 'state' || !names.has(key))];
}

/** Saves the chosen settings: in this browser, and for signed-in users on the server. */
export function keep(fullPath: string, before: RoadmapSettings, after: RoadmapSettings): void {
  if (session().sharedRoadmap) return;
  const settings = storedSettingsOf(after);
  lastChoice.set(queryOfStored(settings));
  const kept = knownSettings().get(fullPath);
  const change = kept ? storedSettingsDiff(storedSettingsOf(before), settings) : settings;
  if (Object.keys(change).length > 0) storeKept(fullPath, kept ? mergeStored(kept, change) : settings, change);
}

/** Stores settings of the viewer for a group, and sends the change. */
export function storeKept(fullPath: string, settings: StoredSettings, change: StoredSettingsChange): void {
  if (!session().viewer) return;
  knownSettings().set(fullPath, settings);
  const waiting = unsent.get();
  unsent.set({ ...waiting, [fullPath]: { ...waiting[fullPath], ...change } });
  sendSoon();
}

/** Sends what an earlier page could not; called once the roadmap is on screen. */
export function sendUnsent(): void {
  if (session().viewer && Object.keys(unsent.get()).length > 0) sendSoon();
}

let timer: ReturnType<typeof setTimeout> | undefined;

function sendSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void send(), 400);
}

async function send(): Promise<void> {
  const { sendSettings } = await import('./send-settings.ts');
  for (const [fullPath, change] of Object.entries(unsent.get())) {
    const isDone = await sendSettings(fullPath, change);
    if (isDone) forget(fullPath, change);
  }
}

/** Choices made during the request remain to be sent. */
function forget(fullPath: string, sent: StoredSettingsChange): void {
  const { [fullPath]: now = {}, ...others } = unsent.get();
  const left = Object.fromEntries(Object.entries(now).filter(([key, value]) => sent[key] !== value));
  unsent.set(Object.keys(left).length === 0 ? others : { ...others, [fullPath]: left });
}

export function knownSettings(): Map<string, StoredSettings> {
  if (known) return known;
  known = new Map(Object.entries(session().roadmaps.settings));
  if (session().viewer) {
    for (const [fullPath, change] of Object.entries(unsent.get())) {
      known.set(fullPath, mergeStored(known.get(fullPath) ?? {}, change));
    }
  }
  return known;
}

/** For tests, whose session changes without a new page. */
export function clearRemembered(): void {
  known = null;
  clearTimeout(timer);
}

function readUnsent(stored: string | null): Readonly<Record<string, StoredSettingsChange>> {
  try {
    const { userId, changes } = JSON.parse(stored ?? '{}') as {
      userId?: number;
      changes?: Record<string, StoredSettingsChange>;
    };
    // Another person's settings are not sent.
    return changes && userId === session().viewer?.id ? changes : {};
  } catch {
    return {};
  }
}
