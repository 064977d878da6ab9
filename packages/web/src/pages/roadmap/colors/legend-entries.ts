import type { IntlShape } from 'react-intl';
import type { FilterToken, Operator } from '@milepost/core/filter-bar/tokens';
import { scopedTitle } from '@milepost/core/labels';
import { colorScopeOf, type ColorKey } from '@milepost/core/roadmap/appearance';
import { epicColors } from '@milepost/core/work-items';
import { signalChoices } from '../../../modules/lists/filters/signals.ts';
import { noValue, otherGroups } from '../../../timeline/coloring.ts';
import type { RoadmapEpic } from '../data/epic.ts';
import { legendMessages as messages } from './legend-messages.ts';

const healthNames = {
  onTrack: messages.onTrack,
  needsAttention: messages.needsAttention,
  atRisk: messages.atRisk,
  NONE: messages.noUpdate,
};

/** The name of a class of the chosen color. */
export function classNameOf(
  colorBy: ColorKey,
  key: string,
  epics: readonly RoadmapEpic[],
  { formatMessage }: Pick<IntlShape, 'formatMessage'>,
): string {
  if (colorScopeOf(colorBy) !== null)
    return key === noValue ? formatMessage(messages.none) : (scopedTitle(key)?.value ?? key);
  switch (colorBy) {
    case 'HEALTH':
      return formatMessage(healthNames[key as keyof typeof healthNames]);
    case 'PROGRESS':
      return formatMessage(signalChoices[`progressClass.${key}`] ?? messages.none);
    case 'STATUS':
      return key === noValue ? formatMessage(messages.none) : key;
    case 'GROUP':
      if (key === otherGroups) return formatMessage(messages.otherGroups);
      return epics.find(({ group }) => group.fullPath === key)?.group.name ?? key;
    default:
      return epicColors.find(({ color }) => color === key)?.name ?? key;
  }
}

/** The filter by a class; null where there is none. */
export function classTokenOf(colorBy: ColorKey, key: string): FilterToken | null {
  const token = (type: string, operator: Operator = 'is'): FilterToken => ({ type, value: { operator, data: key } });
  // An epic has one label of a scope: several of them can only match as alternatives.
  if (colorScopeOf(colorBy) !== null) return key === noValue ? null : token('label', 'or');
  switch (colorBy) {
    case 'HEALTH':
      return token('epicHealth');
    case 'STATUS':
      return key === noValue ? null : token('status', 'or');
    case 'PROGRESS':
      return token('progressClass');
    case 'GROUP':
      return key === otherGroups ? null : token('group', 'or');
    default:
      return token('epicColor');
  }
}
