import type { Services } from '../../../platform/context.ts';
import { networkOf } from '../../../platform/http/client-address.ts';
import { limiterByDatabase } from '../../../platform/http/rate-limit.ts';
import { TooManyLinksError } from '../../users/commands/links.ts';

/** Rate limit for sign-ins at providers that begin in one network. */
const startLimit = { burst: 500, perMinute: 300 } as const;
const limiterOf = limiterByDatabase(startLimit);

/** Throws TooManyLinksError beyond `startLimit`. */
export function limitStarts({ db }: Services, ip: string): void {
  const wait = limiterOf(db).take(networkOf(ip));
  if (wait !== null) throw new TooManyLinksError(wait);
}
