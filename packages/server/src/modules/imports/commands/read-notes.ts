import { createHash } from 'node:crypto';
import { reactionName } from '@milepost/core/reactions';
import type { SystemNote } from '@milepost/core/text/system-notes';
import { DESCRIPTION_LIMIT } from '@milepost/core/work-items';
import type { Fields } from './fields.ts';
import type { Reading } from './reading.ts';

const DISCUSSION = /^[0-9a-f]{40}$/;
const NAME_LIMIT = 255;

/** The `notes` of an item: comments and system notes. */
export function readNotes(reading: Reading, fields: Fields, item: number): void {
  fields.each('notes', (each, index) => {
    const note = reading.nextNote();
    const row = noteFields(reading, fields, each, index);
    reading.staging.add('staged_notes', {
      ...row,
      note,
      item,
      system_action: row.is_system
        ? (each.object('system_note_metadata')?.optionalText('action', NAME_LIMIT) ?? null)
        : null,
      updated_by_source_id: each.optionalId('updated_by_id'),
      last_edited_at: each.optionalTime('last_edited_at'),
    });
    readReactions(reading, each, { note });
    reportUnsupported(reading, each, 'notes', knownOfNotes);
  });
}

/** The `notes` of a merge request. Those about a line of code come as comments about the whole request. */
export function readRequestNotes(reading: Reading, fields: Fields, request: number): void {
  fields.each('notes', (each, index) => {
    reading.staging.add('staged_request_notes', {
      ...noteFields(reading, fields, each, index),
      note: reading.nextNote(),
      request,
    });
    reportUnsupported(reading, each, 'merge request notes', knownOfRequestNotes);
  });
}

const knownOfRequestNotes: ReadonlySet<string> = new Set([
  'author',
  'change_position',
  'events',
  'note_diff_file',
  'original_position',
  'position',
  'suggestions',
  'system_note_metadata',
]);

/** Notes in threads, and those about a line of code. */
const threadTypes: ReadonlySet<string> = new Set(['DiscussionNote', 'DiffNote']);

function noteFields(reading: Reading, fields: Fields, each: Fields, index: number) {
  const body = each.optionalText('note', DESCRIPTION_LIMIT) ?? '';
  const rendered = reading.render(body);
  const createdAt = each.optionalTime('created_at') ?? reading.timeOf(fields);
  const discussion = each.optionalText('discussion_id', NAME_LIMIT) ?? '';
  return {
    discussion_id: DISCUSSION.test(discussion) ? discussion : discussionOf(fields.location, 'note', index),
    is_thread: threadTypes.has(each.optionalText('type', NAME_LIMIT) ?? ''),
    author_source_id: each.optionalId('author_id'),
    author_name: each.object('author')?.optionalText('name', NAME_LIMIT) ?? null,
    body,
    body_html: rendered.html,
    needs_references: rendered.hasReferences,
    is_system: each.boolean('system', false),
    is_internal: each.boolean('confidential', false) || each.boolean('internal', false),
    resolved_at: each.optionalTime('resolved_at'),
    resolved_by_source_id: each.optionalId('resolved_by_id'),
    created_at: createdAt,
    updated_at: each.optionalTime('updated_at') ?? createdAt,
  };
}

const knownOfNotes: ReadonlySet<string> = new Set(['author', 'award_emoji', 'system_note_metadata']);

/** Reports all nested parts of a record that are not imported, by name: nothing is skipped silently. */
export function reportUnsupported(
  reading: Reading,
  fields: Fields,
  relation: string,
  known: ReadonlySet<string>,
): void {
  for (const { name, records } of fields.nested()) {
    if (!known.has(name)) reading.tally.countUnsupported(`${relation}: ${name}`, records);
  }
}

/** The `award_emoji` of an item or a note. */
export function readReactions(reading: Reading, fields: Fields, target: { item: number } | { note: number }): void {
  fields.each('award_emoji', (each) => {
    reading.staging.add('staged_reactions', {
      ...target,
      name: reactionName(each.text('name', NAME_LIMIT)),
      user_source_id: each.optionalId('user_id'),
      created_at: each.optionalTime('created_at'),
    });
  });
}

/** A system note at a time, in a thread of its own whose id is the same on every run. */
export function addSystemNote(
  reading: Reading,
  { action, body }: SystemNote,
  about: {
    item: number;
    user_source_id: number | null;
    created_at: string;
    location: string;
    kind: string;
    index: number;
  },
): void {
  const rendered = reading.render(body);
  reading.staging.add('staged_notes', {
    note: reading.nextNote(),
    item: about.item,
    discussion_id: discussionOf(about.location, about.kind, about.index),
    is_thread: false,
    author_source_id: about.user_source_id,
    body,
    body_html: rendered.html,
    needs_references: rendered.hasReferences,
    is_system: true,
    system_action: action,
    is_internal: false,
    created_at: about.created_at,
    updated_at: about.created_at,
  });
}

/** A thread's id, derived from the position of the note: the same on every run. */
function discussionOf(location: string, kind: string, index: number): string {
  return createHash('sha1').update(`${location}/${kind}/${index}`).digest('hex');
}
