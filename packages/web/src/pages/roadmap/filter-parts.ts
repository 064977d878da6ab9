import type { RoadmapTokenType } from '@milepost/core/roadmap/filter-tokens';
import { EyeOff, Flag, FolderTree, Layers2, Smile, SquareChevronDown, Tag, UserRound } from 'lucide-react';
import { session } from '../../app/session.ts';
import type { KindPart, KindParts } from '../../filter-bar/kinds.ts';
import { customFieldPart } from '../../modules/custom-fields/filter.ts';
import { labelSource } from '../../modules/labels/filter.ts';
import { milestoneSource } from '../../modules/milestones/filter.tsx';
import { groupSource } from '../../modules/namespaces/filter.ts';
import { emojiSource } from '../../modules/reactions/filter.ts';
import { userSource } from '../../modules/users/filter.ts';
import { epicSource } from '../../modules/work-items/filter.ts';

/** The icons and values of the roadmap's filters in a group. */
export function roadmapParts(fullPath: string): Readonly<Record<RoadmapTokenType, KindPart>> & KindParts {
  return {
    author: { icon: UserRound, source: userSource({ fullPath, isProject: false }, session().viewer) },
    label: { icon: Tag, source: labelSource(fullPath) },
    milestone: { icon: Flag, source: milestoneSource(fullPath) },
    epic: { icon: Layers2, source: epicSource(fullPath) },
    reaction: { icon: Smile, source: emojiSource() },
    group: { icon: FolderTree, source: groupSource(fullPath) },
    confidential: { icon: EyeOff },
    [customFieldPart]: { icon: SquareChevronDown },
  };
}
