import type { QuickActionsOutcome } from '@milepost/core/text/quick-actions';
import { builder } from '../../../platform/graphql/builder.ts';
import type { PayloadFields } from '../../../platform/graphql/mutations.ts';
import type { WrittenWorkItem } from '../commands/actions.ts';

export const QuickActionsStatusRef = builder.objectRef<QuickActionsOutcome>('QuickActionsStatus');

export function describeQuickActions(): void {
  QuickActionsStatusRef.implement({
    description: 'The results of a text’s quick actions',
    fields: (t) => ({
      messages: t.stringList({ nullable: true, resolve: ({ messages }) => [...messages] }),
      errorMessages: t.stringList({
        nullable: true,
        resolve: ({ errors }) => (errors.length === 0 ? null : [...errors]),
      }),
    }),
  });
}

/** The payload field with the results of quick actions, for mutations with a description. */
export function statusOf(t: PayloadFields<WrittenWorkItem>): unknown {
  return t.field({ type: QuickActionsStatusRef, nullable: true, resolve: ({ result }) => result?.quickActions });
}
