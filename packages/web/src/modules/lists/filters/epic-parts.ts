import type { RoadmapTokenType } from '@milepost/core/roadmap/filter-tokens';
import { EyeOff, Flag, FolderTree, Layers2, Smile, SquareChevronDown, Tag, UserRound } from 'lucide-react';
import { session } from '../../../platform/session/session.ts';
import type { KindPart, KindParts } from '../../../filter-bar/kinds.ts';
import { customFieldPart } from '../../custom-fields/filter.ts';
import { labelSource } from '../../labels/filter.ts';
import { milestoneSource } from '../../milestones/filter.tsx';
import { groupSource } from '../../namespaces/filter.ts';
import { emojiSource } from '../../reactions/filter.ts';
import { userSource } from '../../users/filter.ts';
import { epicSource } from '../../work-items/filter.ts';

/** The icons and values of the filters of epics in a group. */
export function epicParts(fullPath: string): Readonly<Record<RoadmapTokenType, KindPart>> & KindParts {
  return {
    author: { icon: UserRound, source: userSource({ fullPath, isProject: false }, session().viewer) },
    label: { icon: Tag, source: labelSource({ fullPath, isProject: false }) },
    milestone: { icon: Flag, source: milestoneSource({ fullPath, isProject: false }) },
    epic: { icon: Layers2, source: epicSource(fullPath) },
    reaction: { icon: Smile, source: emojiSource() },
    group: { icon: FolderTree, source: groupSource(fullPath) },
    confidential: { icon: EyeOff },
    [customFieldPart]: { icon: SquareChevronDown },
  };
}
