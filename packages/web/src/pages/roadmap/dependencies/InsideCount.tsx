import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import type { ListRow } from '../data/rows.ts';
import { dependencyMessages as messages } from './messages.ts';
import { countInside } from './placement.ts';
import { usePlacement } from './use-placement.ts';

export interface InsideProps {
  args: EpicArguments;
  rows: readonly ListRow[];
  /** The folded row or lane. */
  index: number;
}

/** The dependencies that a folded row or lane hides; nothing if there are none. */
export function InsideCount({ args, rows, index }: InsideProps) {
  const { formatMessage } = useIntl();
  const count = countInside(usePlacement(args, rows, true), index);
  return count === 0 ? null : <p>{formatMessage(messages.inside, { count })}</p>;
}
