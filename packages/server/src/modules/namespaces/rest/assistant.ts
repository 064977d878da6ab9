import { duoAvailabilities, type DuoAvailability } from '@milepost/core/settings/assistant';
import { Type } from 'typebox';
import type { AssistantChanges } from '../commands/assistant.ts';
import type { Namespace } from '../store.ts';

/** The settings of the assistant as parameters of a group. */
export const assistantInput = {
  duo_availability: Type.Optional(
    Type.Enum([...duoAvailabilities], { description: 'Whether the assistant may be used here and below' }),
  ),
  experiment_features_enabled: Type.Optional(
    Type.Boolean({ description: 'Of a top-level group: whether the assistant offers suggestions' }),
  ),
  model_prompt_cache_enabled: Type.Optional(
    Type.Boolean({ description: 'Of a top-level group: whether the model server may cache prompts' }),
  ),
  duo_core_features_enabled: Type.Optional(
    Type.Boolean({ description: 'Of a top-level group: whether questions, summaries and drafts are offered' }),
  ),
};

interface AssistantInput {
  duo_availability?: DuoAvailability;
  experiment_features_enabled?: boolean;
  model_prompt_cache_enabled?: boolean;
  duo_core_features_enabled?: boolean;
}

/** The changes in an input, and the input without them. */
export function assistantChangesOf<Input extends AssistantInput>(
  input: Input,
): { assistant: AssistantChanges; rest: Omit<Input, keyof AssistantInput> } {
  const {
    duo_availability: availability,
    experiment_features_enabled: experiments,
    model_prompt_cache_enabled: cache,
    duo_core_features_enabled: core,
    ...rest
  } = input;
  return {
    assistant: {
      ...(availability !== undefined && { duoAvailability: availability }),
      ...(experiments !== undefined && { experimentFeaturesEnabled: experiments }),
      ...(cache !== undefined && { modelPromptCacheEnabled: cache }),
      ...(core !== undefined && { duoCoreFeaturesEnabled: core }),
    },
    rest,
  };
}

export function presentAssistant(group: Namespace) {
  return {
    duo_availability: group.duoAvailability,
    experiment_features_enabled: group.experimentFeaturesEnabled,
    model_prompt_cache_enabled: group.modelPromptCacheEnabled,
    duo_core_features_enabled: group.duoCoreFeaturesEnabled,
  };
}
