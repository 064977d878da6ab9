import { ForbiddenError } from '@milepost/core/errors';
import type { Visibility } from '@milepost/core/roles';
import { createByMail } from '../../modules/mail-in/commands/create.ts';
import type { ReadMail } from '../../modules/mail-in/commands/read.ts';
import { mayReadReceivedMails } from '../../modules/mail-in/policy.ts';
import type { Context } from '../../platform/context.ts';
import type { IncomingTarget } from '../../platform/mail/incoming-address.ts';
import { permission, type PermissionRow } from '../permissions.ts';
import type { Builders } from '../test.ts';

const mail: ReadMail = {
  messageId: '<1@mail.test>',
  sender: 'somebody@milepost.test',
  recipients: [],
  automatic: null,
  isForged: false,
  subject: 'From the train',
  text: 'Hello',
  html: null,
  attachments: [],
};

/** What becomes of a mail of the viewer to this target, once its address and sender were verified. */
const bring = (ctx: Context, target: IncomingTarget, { id }: { id: number }): Promise<void> =>
  createByMail(ctx, mail, { target, targetId: id, userId: ctx.viewer.id ?? 0, claim: '', signature: '' });

const project = (build: Builders, visibility: Visibility) => build.project({ visibility });

export const incomingMailPermissions: readonly PermissionRow[] = [
  permission({
    operation: 'create an issue by mail',
    least: 'person',
    given: project,
    perform: (ctx, given) => bring(ctx, 'project', given),
  }),
  permission({
    operation: 'comment on an item by mail',
    least: 'person',
    given: async (build, visibility) => build.issue({ project: await project(build, visibility) }),
    perform: (ctx, given) => bring(ctx, 'item', given),
  }),
  permission({
    operation: 'answer a comment by mail',
    least: 'person',
    given: async (build, visibility) =>
      build.note({ on: await build.issue({ project: await project(build, visibility) }), author: 'ada' }),
    perform: (ctx, given) => bring(ctx, 'note', given),
  }),
  permission({
    operation: 'read which mails were refused',
    least: 'administrator',
    isReading: true,
    perform: ({ viewer }) => {
      if (!mayReadReceivedMails(viewer)) throw new ForbiddenError();
      return Promise.resolve();
    },
  }),
];
