import type { VulnerabilityId } from '@milepost/core/ids';
import type { Widget } from '../work-items/sockets.ts';
import { linkIssue } from './commands.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Of a new issue: the vulnerability that it is about. */
    vulnerabilityId?: VulnerabilityId;
  }
}

/** Links an issue with the vulnerability from which it is created. */
export const vulnerabilitiesWidget: Widget = {
  name: 'vulnerabilities',
  async write(ctx, _trx, { itemId, input }) {
    if (input.vulnerabilityId === undefined) return false;
    await linkIssue(ctx, input.vulnerabilityId, { id: itemId }, 'created');
    return true;
  },
};
