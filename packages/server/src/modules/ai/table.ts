import type { AiCallId, NamespaceId, UserId } from '@milepost/core/ids';
import type { Generated, GeneratedTime, Optional } from '../../platform/database/tables.ts';

/** What the assistant is used for. The first three are the published calls. */
export const aiFeatures = [
  'completions',
  'chat_completions',
  'embeddings',
  'ask',
  'rank',
  'summary',
  'status_update',
  'children',
  'labels',
  'duplicates',
] as const;
export type AiFeature = (typeof aiFeatures)[number];

export type AiResult = 'ok' | 'refused' | 'failed' | 'timeout' | 'limited' | 'cancelled';

export interface AiCallTable {
  id: Generated<AiCallId>;
  createdAt: GeneratedTime;
  userId: UserId;
  /** The group or project of the item that the call was about; null for none. */
  namespaceId: Optional<NamespaceId>;
  feature: AiFeature;
  model: string;
  tokensIn: number;
  tokensOut: number;
  durationMs: number;
  result: AiResult;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    aiCalls: AiCallTable;
  }
}
