import { ValidationError } from '@milepost/core/errors';
import type { UserId } from '@milepost/core/ids';
import { mergeStored, type StoredSettingsChange, type StoredSettings } from '@milepost/core/roadmap/stored-settings';
import { storedSettingsProblems } from '@milepost/core/roadmap/stored/problems';
import type { Context } from '../../../platform/context.ts';
import { findVisibleGroup, type NamespaceKey } from '../../namespaces/commands.ts';
import { roadmapPolicy } from '../policy.ts';
import { lockSettings, saveSettings, settingsOf } from '../store/settings.ts';

/** The viewer's roadmap settings for a group; null when there are none. Throws NotFoundError for an invisible group. */
export async function readRoadmapSettings(ctx: Context, key: NamespaceKey): Promise<StoredSettings | null> {
  const group = await findVisibleGroup(ctx, key);
  return ctx.viewer.id === null ? null : settingsOf(ctx.db, ctx.viewer.id, group.id);
}

/** Merges changes into the stored settings, so that two open pages do not overwrite each other. Throws ValidationError. */
export async function updateRoadmapSettings(ctx: Context, key: NamespaceKey, change: unknown): Promise<StoredSettings> {
  const group = await findVisibleGroup(ctx, key);
  ctx.require(roadmapPolicy.keep, group);
  const userId = ctx.viewer.id as UserId;
  return ctx.transaction(async (trx) => {
    const stored = await lockSettings(trx, userId, group.id);
    const problems = storedSettingsProblems(change, stored);
    if (problems) throw new ValidationError(problems);
    const merged = mergeStored(stored, change as StoredSettingsChange);
    await saveSettings(trx, userId, group.id, merged);
    return merged;
  });
}
