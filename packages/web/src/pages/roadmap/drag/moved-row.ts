import { clip } from '@milepost/core/roadmap/clip';
import type { Timeframe } from '@milepost/core/roadmap/ranges';
import type { EpicRowData } from '../data/rows.ts';
import type { Moves } from './moves.ts';

/** The row as drawn while its bar is being moved or saved. Outside the range it keeps its last position. */
export function movedRow(row: EpicRowData, { drag, spans, saving }: Moves, window: Timeframe): EpicRowData {
  const { epic } = row;
  const span = drag?.epic.id === epic.id ? drag.span : spans.get(epic.id);
  if (!span) return row;
  const { level, expansion, position, siblings, parentIndex, lane } = row;
  const treeFields = { level, expansion, position, siblings, parentIndex, lane };
  return {
    ...treeFields,
    epic: { ...epic, span },
    span: clip(span, window) ?? row.span,
    isSaving: saving.has(epic.id),
  };
}
