import type { FilterName } from '@milepost/core/filters/definitions';
import type { FilterList } from '@milepost/core/filters/types';
import {
  CircleDot,
  CircleDotDashed,
  EyeOff,
  Flag,
  FolderTree,
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
import type { IntlShape } from 'react-intl';
import { session } from '../../../platform/session/session.ts';
import type { NamespaceRef } from '../../../platform/api/endpoints.ts';
import type { FilterScope, KindParts } from '../../../filter-bar/kinds.ts';
import { customFieldPart } from '../../custom-fields/filter.ts';
import { iterationSource } from '../../iterations/filter.ts';
import { labelSource } from '../../labels/filter.ts';
import { noMatchQuery } from '../../members/invite.ts';
import { milestoneSource } from '../../milestones/filter.tsx';
import { groupSource } from '../../namespaces/filter.ts';
import { emojiSource } from '../../reactions/filter.ts';
import { statusSource } from '../../statuses/filter.ts';
import { userSource } from '../../users/filter.ts';
import { selectFieldNames } from '@milepost/core/fields/select-fields';
import { selectIcons } from '../../work-items/select-fields/icons.ts';
import { colorSource, epicSource, parentSource, weightSource } from '../../work-items/filter.ts';

/** The icons and choices of the filters of a list in a group or project. `groupPath`: the group itself, or the project's. */
export function filterParts(list: FilterList, scope: FilterScope, groupPath: string): KindParts {
  const home: NamespaceRef = { kind: scope.isProject ? 'project' : 'group', fullPath: scope.fullPath };
  const people = { ...userSource(scope, session().viewer), noMatch: (intl: IntlShape) => noMatchQuery(home, intl) };
  const isOfEpics = list === 'epics';
  return {
    author: { icon: isOfEpics ? UserRound : UserPen, source: people },
    assignee: { icon: UserRound, source: people },
    label: { icon: Tag, source: labelSource(scope) },
    milestone: { icon: Flag, source: milestoneSource(scope) },
    iteration: { icon: Repeat, source: iterationSource(groupPath) },
    epic: { icon: Layers2, source: isOfEpics ? epicSource(groupPath) : parentSource(groupPath) },
    group: { icon: FolderTree, source: groupSource(groupPath) },
    type: { icon: CircleDot },
    weight: { icon: Weight, source: weightSource() },
    status: { icon: CircleDotDashed, source: statusSource(groupPath) },
    health: { icon: HeartPulse },
    epicHealth: { icon: HeartPulse },
    signal: { icon: Flag },
    progressClass: { icon: Weight },
    epicColor: { icon: Layers2, source: colorSource() },
    ...Object.fromEntries(selectFieldNames.map((name) => [name, { icon: selectIcons[name] }])),
    confidential: { icon: EyeOff },
    reaction: { icon: Smile, source: emojiSource() },
    [customFieldPart]: { icon: SquareChevronDown },
  } satisfies Partial<Record<FilterName, KindParts[string]>> & KindParts;
}
