import type { NoteId, UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { usersByAnyUsername } from '../../users/store/profile.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { htmlWithMentions, replaceMentions } from '../store/mentions.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    /** People whom a text newly mentions; listeners check whether they may read it. */
    'workItem.mentioned': {
      /** Null: the description. */
      noteId: NoteId | null;
      userIds: readonly UserId[];
      /** Those at the start of a line: the text is addressed to them. */
      addressedIds: readonly UserId[];
    };
  }
}

/** Maximum mentions of one text; further ones are ignored. */
const MAX_MENTIONED = 100;

const CALL = String.raw`<a class="reference" data-reference-kind="user" data-reference="@([\w.-]+)"[^>]*>[^<]*</a>`;
const ANY_CALL = new RegExp(CALL, 'g');
const FIRST_CALLS = new RegExp(String.raw`(?:<(?:p|li|br)(?: [^>]*)?>)\s*((?:${CALL}[\s,:]*(?:and\s+)?)+)`, 'g');

/** The usernames that a rendered text mentions, and whether a line is addressed to them. */
export function mentionsInHtml(html: string): Map<string, { isAddressed: boolean }> {
  const calls = new Map<string, { isAddressed: boolean }>();
  for (const [, username = ''] of html.matchAll(ANY_CALL)) {
    if (calls.size < MAX_MENTIONED) calls.set(username, { isAddressed: false });
  }
  for (const [, group = ''] of html.matchAll(FIRST_CALLS)) {
    for (const [, username = ''] of group.matchAll(ANY_CALL)) {
      if (calls.has(username)) calls.set(username, { isAddressed: true });
    }
  }
  return calls;
}

/** Stores the mentions of a text, and announces those that are new and not of the viewer. */
export async function storeMentions(ctx: Context, trx: Trx, item: WorkItem, noteId: NoteId | null): Promise<void> {
  const text = { workItemId: item.id, noteId };
  const calls = mentionsInHtml(await htmlWithMentions(trx, text));
  const byName = await usersByAnyUsername(trx, [...calls.keys()]);
  const users = [...new Map([...byName.values()].map((user) => [user.id, user])).values()];
  const addressed = new Set(
    [...calls].flatMap(([name, { isAddressed }]) => (isAddressed ? [byName.get(name.toLowerCase())?.id] : [])),
  );
  const newcomers = await replaceMentions(
    trx,
    text,
    users.map(({ id }) => id),
  );
  const called = users.filter(({ id }) => newcomers.includes(id) && !ctx.viewer.is(id));
  if (called.length === 0) return;
  trx.announce({
    name: 'workItem.mentioned',
    namespaceId: item.namespaceId,
    workItemId: item.id,
    data: {
      noteId,
      userIds: called.map(({ id }) => id),
      addressedIds: called.filter(({ id }) => addressed.has(id)).map(({ id }) => id),
    },
  });
}
