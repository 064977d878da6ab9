import { ValidationError } from '@milepost/core/errors';
import { namespacesById, type Namespace } from '../namespaces/store.ts';
import type { Widget } from '../work-items/sockets.ts';
import { writeRequestNote } from './commands/system.ts';
import { resolveThreads, type ThreadsOfRequest } from './commands/threads.ts';
import { mergeRequestsById } from './store.ts';

declare module '../work-items/sockets.ts' {
  interface WidgetInput {
    /** Of a new issue: the threads of a merge request of its project that it takes over. They are resolved. */
    threads?: ThreadsOfRequest;
  }
}

/** Resolves the threads that a new issue takes over; without a description the issue links to them. */
export const threadsWidget: Widget = {
  name: 'threads',
  isBesideRow: true,

  async prepare(ctx, trx, { input, isNew }) {
    if (!isNew || !input?.threads) return null;
    return { description: await resolveThreads(ctx, trx, input.threads) };
  },

  async write(ctx, trx, { before, after, input: { threads } }) {
    if (before || !threads) return false;
    const request = await ctx.load(mergeRequestsById, threads.mergeRequestId);
    if (request?.projectId !== after.namespaceId) {
      throw new ValidationError({ base: ['The merge request belongs to another project'] });
    }
    const project = (await ctx.load(namespacesById, request.projectId)) as Namespace;
    const what = threads.discussionId === null ? 'all threads' : 'a thread';
    await writeRequestNote(ctx, trx, project, request, `resolved ${what} by creating issue #${after.iid}`);
    return true;
  },
};
