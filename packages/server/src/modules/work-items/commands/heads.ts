import { obfuscateEmail } from '@milepost/core/users';
import type { Context } from '../../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../policy.ts';

/** An outside e-mail address: in full for those who may answer, masked for all others. */
export function addressShownOf(ctx: Context, item: GuardedWorkItem, email: string | null): string | null {
  if (email === null) return null;
  return ctx.can(workItemPolicy.readAddress, item) ? email : obfuscateEmail(email);
}
