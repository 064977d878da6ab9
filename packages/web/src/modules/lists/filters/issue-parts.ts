import type { IssueTokenType } from '@milepost/core/filters/issues';
import {
  CircleDot,
  EyeOff,
  Flag,
  HeartPulse,
  Layers2,
  Repeat,
  Smile,
  SquareChevronDown,
  Tag,
  UserPen,
  UserRound,
  Weight,
} from 'lucide-react';
import { session } from '../../../platform/session/session.ts';
import type { FilterPlace, KindPart, KindParts } from '../../../filter-bar/kinds.ts';
import { customFieldPart } from '../../custom-fields/filter.ts';
import { iterationSource } from '../../iterations/filter.ts';
import { labelSource } from '../../labels/filter.ts';
import { milestoneSource } from '../../milestones/filter.tsx';
import { emojiSource } from '../../reactions/filter.ts';
import { userSource } from '../../users/filter.ts';
import { parentSource, weightSource } from '../../work-items/filter.ts';

/** The icons and values of the filters of issues in a group or project. `groupPath`: the group itself, or the project's. */
export function issueParts(
  place: FilterPlace,
  groupPath: string,
): Readonly<Record<IssueTokenType, KindPart>> & KindParts {
  const people = userSource(place, session().viewer);
  return {
    author: { icon: UserPen, source: people },
    assignee: { icon: UserRound, source: people },
    label: { icon: Tag, source: labelSource(place) },
    milestone: { icon: Flag, source: milestoneSource(place) },
    iteration: { icon: Repeat, source: iterationSource(groupPath) },
    epic: { icon: Layers2, source: parentSource(groupPath) },
    type: { icon: CircleDot },
    weight: { icon: Weight, source: weightSource() },
    health: { icon: HeartPulse },
    confidential: { icon: EyeOff },
    reaction: { icon: Smile, source: emojiSource() },
    [customFieldPart]: { icon: SquareChevronDown },
  };
}
