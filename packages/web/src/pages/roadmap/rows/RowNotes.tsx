import { isBehindLink } from '../data/request.ts';
import type { EpicRowData } from '../data/rows.ts';
import { LaneNotes } from './LaneNotes.tsx';
import type { SignalQuestion } from '../signals/api.ts';
import { SignalMarks } from '../signals/SignalMarks.tsx';

export interface RowNotesProps {
  question: SignalQuestion;
  row: EpicRowData;
}

/** What the server says about a row after its first paint. A public link does not serve what lanes do not say. */
export function RowNotes({ question, row: { epic, lane, level } }: RowNotesProps) {
  return (
    <>
      {lane && level === 1 && !isBehindLink() && <LaneNotes question={question} epicId={epic.id} lane={lane.key} />}
      {!epic.isClosed && <SignalMarks question={question} epicId={epic.id} />}
    </>
  );
}
