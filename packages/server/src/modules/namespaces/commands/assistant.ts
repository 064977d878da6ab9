import type { DuoAvailability } from '@milepost/core/settings/assistant';
import type { Trx } from '../../../platform/context.ts';
import { assistantLockedBy, saveAssistant } from '../store/assistant.ts';
import type { Namespace } from '../store.ts';

/** Changes of the settings of the assistant. All but the first are for top-level groups. */
export interface AssistantChanges {
  duoAvailability?: DuoAvailability;
  experimentFeaturesEnabled?: boolean;
  modelPromptCacheEnabled?: boolean;
  duoCoreFeaturesEnabled?: boolean;
}

export const assistantSettings = [
  'duoAvailability',
  'experimentFeaturesEnabled',
  'modelPromptCacheEnabled',
  'duoCoreFeaturesEnabled',
] as const satisfies readonly (keyof AssistantChanges)[];

const parameterOf = {
  experimentFeaturesEnabled: 'experiment_features_enabled',
  modelPromptCacheEnabled: 'model_prompt_cache_enabled',
  duoCoreFeaturesEnabled: 'duo_core_features_enabled',
} as const;

/** Errors by parameter: what a group above locks cannot be changed, and some settings exist in top-level groups only. */
export async function assistantProblems(
  trx: Trx,
  namespace: Namespace,
  { duoAvailability, ...rest }: AssistantChanges,
): Promise<Record<string, string[]>> {
  const problems: Record<string, string[]> = {};
  if (duoAvailability !== undefined && duoAvailability !== namespace.duoAvailability) {
    const above = await assistantLockedBy(trx, namespace);
    if (above) problems['duo_availability'] = [`is set by ${above.name}`];
  }
  if (namespace.parentId === null) return problems;
  for (const [name, parameter] of Object.entries(parameterOf)) {
    if (rest[name as keyof typeof parameterOf] !== undefined) {
      problems[parameter] = ['can be set for a top-level group only'];
    }
  }
  return problems;
}

/** Stores those settings that changed. */
export async function saveAssistantChanges(trx: Trx, before: Namespace, changes: AssistantChanges): Promise<void> {
  const changed = assistantSettings.filter((name) => changes[name] !== undefined && changes[name] !== before[name]);
  if (changed.length === 0) return;
  const { duoAvailability, ...rest } = Object.fromEntries(
    changed.map((name) => [name, changes[name]]),
  ) as AssistantChanges;
  await saveAssistant(trx, before.id, {
    ...rest,
    ...(duoAvailability !== undefined && { ownDuoAvailability: duoAvailability }),
  });
}
