import {
  keepsSettings,
  mergeStored,
  queryOfStored,
  type StoredSettings,
  type StoredSettingsChange,
  storedSettingsDiff,
  storedSettingsOf,
} from '@milepost/core/roadmap/stored-settings';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { session } from '../../../platform/session/session.ts';
import { lastChoice } from './last-choice.ts';
import { clearKnownSettings, isKeptHere, keptFolded, knownSettings, localFolded, unsent } from './known-settings.ts';
import { createListeners } from '../../../ui/listeners.ts';

/** Keeps a change of the settings. One of folded lanes is kept alone: the roadmap still opens as it does by default. */
export function keepChange(
  fullPath: string,
  before: RoadmapSettings,
  after: RoadmapSettings,
  isOnlyFold: boolean,
): void {
  keepFolded(fullPath, after.folded);
  if (!isOnlyFold) keep(fullPath, before, after);
}

/** Keeps the folded lanes of a group. */
function keepFolded(fullPath: string, folded: string): void {
  if (folded === (keptFolded(fullPath) ?? '')) return;
  const change = { folded: folded || null };
  if (isKeptHere()) localFolded.set({ ...localFolded.get(), [fullPath]: folded });
  else storeKept(fullPath, mergeStored(knownSettings().get(fullPath) ?? {}, change), change);
}

/** Saves the chosen settings: in this browser, and for signed-in users on the server. */
function keep(fullPath: string, before: RoadmapSettings, after: RoadmapSettings): void {
  if (session().sharedRoadmap) return;
  const settings = storedSettingsOf(after);
  lastChoice.set(queryOfStored(settings));
  const kept = knownSettings().get(fullPath);
  const change = keepsSettings(kept) ? storedSettingsDiff(storedSettingsOf(before), settings) : settings;
  if (Object.keys(change).length > 0) storeKept(fullPath, mergeStored(kept ?? {}, change), change);
}

/** Stores settings of the viewer for a group, and sends the change. */
function storeKept(fullPath: string, settings: StoredSettings, change: StoredSettingsChange): void {
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

let replaced = 0;
const listeners = createListeners();

/** How often stored settings were replaced. */
export const replacedKept = (): number => replaced;

export const subscribeToKept = listeners.subscribe;

/**
 * Replaces the viewer's settings for a group, also on screen, and returns those before: without any its overview opens as it is.
 */
export function replaceKept(fullPath: string, settings: StoredSettings): StoredSettings {
  const before = knownSettings().get(fullPath) ?? {};
  storeKept(fullPath, settings, storedSettingsDiff(before, settings));
  replaced++;
  listeners.notify();
  return before;
}

/** For tests, whose session changes without a new page. */
export function clearKept(): void {
  clearKnownSettings();
  clearTimeout(timer);
}
