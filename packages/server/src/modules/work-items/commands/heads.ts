import { obfuscateEmail } from '@milepost/core/users';
import type { Context } from '../../../platform/context.ts';
import { workItemPolicy, type GuardedWorkItem } from '../policy.ts';

/** An address of somebody outside as the viewer may read it: whole for those who answer them, in part for all others. */
export function addressShownOf(ctx: Context, item: GuardedWorkItem, email: string | null): string | null {
  if (email === null) return null;
  return ctx.can(workItemPolicy.readAddress, item) ? email : obfuscateEmail(email);
}
