import { createHash } from 'node:crypto';
import { reactionName } from '@milepost/core/reactions';
import { DESCRIPTION_LIMIT } from '@milepost/core/work-items';
import type { Fields } from './fields.ts';
import type { Reading } from './reading.ts';

const DISCUSSION = /^[0-9a-f]{40}$/;
const NAME_LIMIT = 255;

/** The `notes` beside an item: comments and what the machine said. */
export function readNotes(reading: Reading, fields: Fields, item: number): void {
  for (const [index, each] of fields.list('notes').entries()) {
    const note = reading.nextNote();
    const body = each.optionalText('note', DESCRIPTION_LIMIT) ?? '';
    const rendered = reading.render(body);
    const createdAt = each.time('created_at');
    const discussion = each.optionalText('discussion_id', NAME_LIMIT) ?? '';
    const isSystem = each.boolean('system', false);
    reading.staging.add('staged_notes', {
      note,
      item,
      discussion_id: DISCUSSION.test(discussion) ? discussion : discussionOf(fields.place, 'note', index),
      is_thread: each.optionalText('type', NAME_LIMIT) === 'DiscussionNote',
      author_source_id: each.optionalId('author_id'),
      author_name: each.object('author')?.optionalText('name', NAME_LIMIT) ?? null,
      body,
      body_html: rendered.html,
      needs_references: rendered.hasReferences,
      is_system: isSystem,
      system_action: isSystem
        ? (each.object('system_note_metadata')?.optionalText('action', NAME_LIMIT) ?? null)
        : null,
      is_internal: each.boolean('confidential', false) || each.boolean('internal', false),
      resolved_at: each.optionalTime('resolved_at'),
      resolved_by_source_id: each.optionalId('resolved_by_id'),
      updated_by_source_id: each.optionalId('updated_by_id'),
      last_edited_at: each.optionalTime('last_edited_at'),
      created_at: createdAt,
      updated_at: each.optionalTime('updated_at') ?? createdAt,
    });
    readReactions(reading, each, { note });
    reading.tally.passOver('notes: events', each.list('events').length);
  }
}

/** The `award_emoji` of an item or a note. */
export function readReactions(reading: Reading, fields: Fields, target: { item: number } | { note: number }): void {
  for (const each of fields.list('award_emoji')) {
    reading.staging.add('staged_reactions', {
      ...target,
      name: reactionName(each.text('name', NAME_LIMIT)),
      user_source_id: each.optionalId('user_id'),
      created_at: each.optionalTime('created_at'),
    });
  }
}

const words: Readonly<Record<string, { body: string; action: string }>> = {
  closed: { body: 'closed', action: 'closed' },
  reopened: { body: 'reopened', action: 'opened' },
};

/** `resource_state_events`: closings and reopenings, which read as notes of the machine. */
export function readStateEvents(reading: Reading, fields: Fields, item: number): void {
  for (const [index, event] of fields.list('resource_state_events').entries()) {
    const said = words[event.text('state', NAME_LIMIT)];
    if (!said) {
      reading.tally.passOver('resource_state_events', 1);
      continue;
    }
    const createdAt = event.time('created_at');
    reading.staging.add('staged_notes', {
      note: reading.nextNote(),
      item,
      discussion_id: discussionOf(fields.place, 'state', index),
      is_thread: false,
      author_source_id: event.optionalId('user_id'),
      body: said.body,
      body_html: reading.render(said.body).html,
      needs_references: false,
      is_system: true,
      system_action: said.action,
      is_internal: false,
      created_at: createdAt,
      updated_at: createdAt,
    });
  }
}

/** A thread's name made from where the note stood: the same on every run. */
function discussionOf(place: string, kind: string, index: number): string {
  return createHash('sha1').update(`${place}/${kind}/${index}`).digest('hex');
}
