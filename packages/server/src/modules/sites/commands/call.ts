import type { Services } from '../../../platform/context.ts';
import { callSite } from '../../../platform/sites/call.ts';

/** What a site reports to another about itself. */
export interface SiteState {
  name: string | null;
  isStandby: boolean;
  /** Whether it accepts changes. */
  isPrimary: boolean;
  position: string;
  /** Each promotion starts a new one; null on a standby. */
  timeline: number | null;
}

export const STATE_PATH = '/-/sites/state';
const STATE_TIMEOUT_MS = 1_500;

export async function stateOfSite(services: Services, internalUrl: string): Promise<SiteState> {
  const signal = AbortSignal.timeout(STATE_TIMEOUT_MS);
  const answer = await callSite(services, internalUrl, STATE_PATH, { signal });
  return (await answer.json()) as SiteState;
}
