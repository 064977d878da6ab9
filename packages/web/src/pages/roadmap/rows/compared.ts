import type { SoftLook } from '../../../timeline/soft-bar.ts';
import type { WithRemoved } from '../data/rows.ts';
import type { DriftOf } from './EpicRow.tsx';

/** What a comparison adds to the rows of the page. Its code is loaded only while plans are compared. */
export interface Compared extends WithRemoved {
  /** The drift of an epic as text, for the name of its bar. */
  driftOf: DriftOf;
  /** Soft bars that have the drift among their notes. */
  softOf: (soft: SoftLook) => SoftLook;
}
