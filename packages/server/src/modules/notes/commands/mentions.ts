import type { NoteId, UserId } from '@milepost/core/ids';
import type { Context, Trx } from '../../../platform/context.ts';
import { usersByUsername } from '../../users/store.ts';
import type { WorkItem } from '../../work-items/store.ts';
import { mentioningHtml, replaceMentions } from '../store/mentions.ts';

declare module '../../../platform/context.ts' {
  interface Events {
    /** People whom a text calls by name and did not call before; whether they may read it, whoever listens asks. */
    'workItem.mentioned': {
      /** Null: the description. */
      noteId: NoteId | null;
      userIds: readonly UserId[];
      /** Those of them whom a line begins with: what follows is said to them. */
      addressedIds: readonly UserId[];
    };
  }
}

/** Nobody calls more people than this with one text; the rest are left alone. */
const MAX_MENTIONED = 100;

const CALL = String.raw`<a class="reference" data-reference-kind="user" data-reference="@([\w.-]+)"[^>]*>[^<]*</a>`;
const ANY_CALL = new RegExp(CALL, 'g');
const FIRST_CALLS = new RegExp(String.raw`(?:<(?:p|li|br)(?: [^>]*)?>)\s*((?:${CALL}[\s,:]*(?:and\s+)?)+)`, 'g');

/** Whom rendered text calls, by username, and whether it is them that a line is said to. */
export function callsIn(html: string): Map<string, { isAddressed: boolean }> {
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

/** Keeps whom a text calls now, and announces those it calls for the first time. */
export async function noteCalls(ctx: Context, trx: Trx, item: WorkItem, noteId: NoteId | null): Promise<void> {
  const text = { workItemId: item.id, noteId };
  const calls = callsIn(await mentioningHtml(trx, text));
  const users = calls.size === 0 ? [] : await usersByUsername(trx, [...calls.keys()]);
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
      addressedIds: called.filter(({ username }) => calls.get(username)?.isAddressed).map(({ id }) => id),
    },
  });
}
