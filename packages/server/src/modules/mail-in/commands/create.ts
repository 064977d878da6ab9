import { Readable } from 'node:stream';
import { uploadMarkdown } from '@milepost/core/files/uploads';
import type { NamespaceId, NoteId, WorkItemId } from '@milepost/core/ids';
import { NotFoundError, ValidationError } from '@milepost/core/errors';
import type { Context } from '../../../platform/context.ts';
import type { ReadAddress } from '../../../platform/mail/incoming-address.ts';
import { findVisibleProject } from '../../namespaces/commands.ts';
import { namespacesById, type Namespace } from '../../namespaces/store.ts';
import { comment, requireResult } from '../../notes/commands/comment.ts';
import { visibleNote } from '../../notes/commands.ts';
import { addUpload, storeFile } from '../../uploads/commands.ts';
import { writeNewWorkItem } from '../../work-items/commands/actions.ts';
import { visibleWorkItem } from '../../work-items/store.ts';
import type { Attachment, ReadMail } from './read.ts';
import { plainText, replyText } from './reply-text.ts';

const MAX_ATTACHMENTS = 10;
const MAX_TITLE = 255;

/** Creates the comment or issue of a mail, as its sender. Throws as the commands of comments, items and uploads do. */
export async function createByMail(ctx: Context, mail: ReadMail, address: ReadAddress): Promise<void> {
  if (address.target === 'project') return createIssue(ctx, mail, address.targetId as NamespaceId);
  const { workItemId, discussionId, namespace } = await answered(ctx, address);
  const text = replyText(mail);
  if (text === '' && mail.attachments.length === 0) throw new ValidationError({ base: ['Your reply was empty.'] });
  const body = await withAttachments(ctx, namespace, text, mail.attachments);
  requireResult(await comment(ctx, { workItemId, discussionId, body }));
}

interface Answered {
  workItemId: WorkItemId;
  discussionId: string | null;
  namespace: Namespace;
}

async function answered(ctx: Context, { target, targetId }: ReadAddress): Promise<Answered> {
  if (target === 'note') {
    const found = await visibleNote(ctx, targetId as NoteId);
    if (!found) throw new NotFoundError('Note');
    const { note, item } = found;
    // A reply to what the system noted starts a discussion of its own.
    const discussionId = note.isSystem ? null : note.discussionId;
    return { workItemId: item.id, discussionId, namespace: await namespaceOf(ctx, item.namespaceId) };
  }
  const item = await visibleWorkItem(ctx, targetId as WorkItemId);
  if (!item) throw new NotFoundError('Work item');
  return { workItemId: item.id, discussionId: null, namespace: await namespaceOf(ctx, item.namespaceId) };
}

async function namespaceOf(ctx: Context, id: NamespaceId): Promise<Namespace> {
  const namespace = await ctx.load(namespacesById, id);
  if (!namespace) throw new NotFoundError('Project');
  return namespace;
}

async function createIssue(ctx: Context, mail: ReadMail, id: NamespaceId): Promise<void> {
  const namespace = await findVisibleProject(ctx, id);
  if (mail.subject === '') throw new ValidationError({ base: ['Your email had no subject: it becomes the title.'] });
  const description = await withAttachments(ctx, namespace, plainText(mail), mail.attachments);
  const title = Array.from(mail.subject).slice(0, MAX_TITLE).join('');
  await writeNewWorkItem(ctx, { namespace, type: 'issue', title, description });
}

/** Stores the attachments, and links them at the end of the text. */
async function withAttachments(
  ctx: Context,
  namespace: Namespace,
  text: string,
  attachments: readonly Attachment[],
): Promise<string> {
  const lines: string[] = [];
  for (const { name, bytes } of attachments.slice(0, MAX_ATTACHMENTS)) {
    if (bytes.length > ctx.services.uploadLimit) {
      lines.push(`(The attachment \`${name.replaceAll(/[`\n\r]/g, '')}\` was too large.)`);
      continue;
    }
    const file = await storeFile(ctx, Readable.from([bytes]), name);
    lines.push(uploadMarkdown(await addUpload(ctx, namespace, file)).markdown);
  }
  const left = attachments.length - MAX_ATTACHMENTS;
  if (left > 0) lines.push(`(${left} more ${left === 1 ? 'attachment was' : 'attachments were'} left out.)`);
  return [text, ...(lines.length > 0 ? [lines.join('\n\n')] : [])].filter((part) => part !== '').join('\n\n');
}
