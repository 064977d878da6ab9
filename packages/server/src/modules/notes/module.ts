import type { Module } from '../../platform/rooms/module.ts';
import { plugInUploadReaders } from '../uploads/sockets.ts';
import { plugInAwardable } from '../reactions/commands.ts';
import { noteAwardable } from './commands.ts';
import { readsOneNote } from './commands.ts';
import { listNotes } from './graphql/lists.ts';
import { mutateNotes } from './graphql/mutations.ts';
import { showParticipants } from './graphql/participants.ts';
import { describeNotes } from './graphql.ts';
import { followMentions } from './listeners.ts';
import { preloadNotes, writeSystemNotes } from './listeners.ts';
import { plugInGraphqlFields, showNoteables, showNoteEmail, showVerdicts } from './graphql/fields.ts';
import { plugInRestFields } from './rest/fields.ts';
import { addRoutes } from './rest.ts';

export const notesModule: Module = {
  name: 'notes',
  extendSchema() {
    describeNotes();
    listNotes();
    mutateNotes();
    showParticipants();
    showVerdicts();
    showNoteEmail();
    showNoteables();
  },
  addRoutes,
  plugIn() {
    plugInAwardable(noteAwardable);
    plugInRestFields();
    plugInGraphqlFields();
    plugInUploadReaders(readsOneNote);
  },
  listeners: [writeSystemNotes, followMentions],
  preloads: [preloadNotes],
};
