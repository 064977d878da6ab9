/**
 * Whether the assistant may be used in a group, as the published API names it: on, off, or off for everything below as well.
 * The first two may be changed below.
 */
export const duoAvailabilities = ['default_on', 'default_off', 'never_on'] as const;
export type DuoAvailability = (typeof duoAvailabilities)[number];

/** A group or project with the settings of the assistant. */
export interface WithAssistant {
  /** The value that applies: its own, or that of a group above. */
  duoAvailability: DuoAvailability;
}

export function isAssistantOn({ duoAvailability }: WithAssistant): boolean {
  return duoAvailability === 'default_on';
}
