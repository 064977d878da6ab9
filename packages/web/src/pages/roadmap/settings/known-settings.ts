import type { Query } from '@milepost/core/query';
import { parseQuery, printQuery } from '@milepost/core/query';
import type { StoredSettingsChange, StoredSettings } from '@milepost/core/roadmap/stored-settings';
import { keepsSettings, storedSettingsOf, mergeStored, queryOfStored } from '@milepost/core/roadmap/stored-settings';
import type { Opening, OpeningHint } from '@milepost/core/roadmap/opening/query';
import { isOverview } from '@milepost/core/roadmap/overview';
import { namesDocumented, readSettings, type RoadmapSettings } from '@milepost/core/roadmap/settings';
import { expandView, isBareView, viewIdOf } from '@milepost/core/views/views';
import { localSetting } from '../../../ui/local-setting.ts';
import { session } from '../../../platform/session/session.ts';
import { lastChoice } from './last-choice.ts';
import type { GroupsAhead } from '../../../timeline/soft-look.ts';
import { savedView } from '../../../modules/views/saved-views.ts';

/**
 * The settings that the server stores for signed-in users, by group. They came with the page, so nothing waits for them;
 * changes from other pages are not applied, so that a roadmap on screen never changes by itself.
 */
let known: Map<string, StoredSettings> | null = null;

/** Choices that the server has not confirmed, because of a closed page or a lost connection. The next page sends them. */
export const unsent = localSetting<Readonly<Record<string, StoredSettingsChange>>>(
  'roadmap.unsent',
  readUnsent,
  (changes) => (Object.keys(changes).length === 0 ? null : JSON.stringify({ userId: session().viewer?.id, changes })),
);

/** The folded lanes of viewers for whom the server keeps nothing, by group, the latest last. */
export const localFolded = localSetting<Readonly<Record<string, string>>>(
  'roadmap.folded-lanes',
  (stored) => Object.fromEntries(parseQuery(stored ?? '')),
  (folded) => printQuery(Object.entries(folded).slice(-MAX_FOLDED_GROUPS)),
);
const MAX_FOLDED_GROUPS = 30;

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

/** The groups that have colors in a group's overview, and in what the viewer makes of it. */
export function groupsAhead(fullPath: string, { opening }: Pick<RoadmapSettings, 'opening'>): GroupsAhead | null {
  const groups = openingHint(fullPath)?.groups;
  return groups ? { groups, isReserved: opening !== null } : null;
}

/**
 * Default parameters where the URL of a group's roadmap has none: the viewer's settings for the group, otherwise those of the
 * overview if the URL names it and no documented setting, otherwise the last ones in this browser.
 */
export function defaultsFor(fullPath: string, search: string): Query {
  const folded = keptFolded(fullPath);
  // A view has its own folded lanes.
  if (folded === undefined || isBareView(parseQuery(search))) return settingsFor(fullPath, search);
  return [...settingsFor(fullPath, search).filter(([key]) => key !== 'folded'), ['folded', folded]];
}

function settingsFor(fullPath: string, search: string): Query {
  const { sharedRoadmap } = session();
  if (sharedRoadmap) return parseQuery(sharedRoadmap.query);
  const kept = knownSettings().get(fullPath);
  const keeps = keepsSettings(kept);
  if (keeps && Object.keys(kept).length > 0) return queryOfStored({ ...kept, folded: '' });
  const overview = overviews.get(fullPath);
  const address = parseQuery(search);
  if (overview && isOverview(address) && !namesDocumented(address)) return overview.query;
  return keeps ? [] : lastChoice.get();
}

/** The folded lanes of a group as they are kept: on the server, otherwise in this browser. */
export const keptFolded = (fullPath: string): string | undefined =>
  isKeptHere() ? localFolded.get()[fullPath] : knownSettings().get(fullPath)?.['folded'];

/** Whether the server keeps nothing for this viewer. */
export const isKeptHere = (): boolean => !session().viewer || session().sharedRoadmap !== null;

/** The parameters of a roadmap URL; if it names only a saved view, those of the view. */
export function addressOf(search: string): Query {
  const address = withoutFolded(parseQuery(search));
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
  const shared = withoutFolded(parseQuery(query));
  const mayChoose = (key: string) => key !== 'state' || readSettings(shared).epicsState === 'all';
  const chosen = address.filter(([key]) => (key in drawn && mayChoose(key)) || pressed.has(key.replace(/\[\]$/, '')));
  const names = new Set(chosen.map(([key]) => key));
  return [...chosen, ...shared.filter(([key]) => key !== 'state' || !names.has(key))];
}

/** Folded lanes are no part of an address. */
const withoutFolded = (address: Query): Query => address.filter(([key]) => key !== 'folded');

/** By group. */
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
export function clearKnownSettings(): void {
  known = null;
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
