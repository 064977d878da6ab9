import type { IntlShape } from 'react-intl';
import { colorScopeOf, type ColorKey } from '@milepost/core/roadmap/appearance';
import { appearanceMessages as messages } from '../messages/appearance.ts';

/** The choices before and after the label scopes, in the order of the menu. */
export const colorsBeforeScopes: readonly ColorKey[] = ['EPIC'];
export const colorsAfterScopes: readonly ColorKey[] = ['HEALTH', 'STATUS', 'PROGRESS', 'GROUP'];

const names = {
  EPIC: messages.epicColor,
  HEALTH: messages.health,
  STATUS: messages.status,
  PROGRESS: messages.progress,
  GROUP: messages.group,
};

/** The name of a choice; a scope reads as `stage::*`. */
export function colorNameOf(key: ColorKey, { formatMessage }: Pick<IntlShape, 'formatMessage'>): string {
  const scope = colorScopeOf(key);
  return scope === null ? formatMessage(names[key as keyof typeof names]) : `${scope}::*`;
}
