export const densities = ['COMFORTABLE', 'COMPACT'] as const;
/** The height of rows. */
export type Density = (typeof densities)[number];

const plainColorKeys = ['EPIC', 'HEALTH', 'STATUS', 'PROGRESS', 'GROUP'] as const;
/** What the fill of bars shows, as the address writes it. */
export type ColorKey = (typeof plainColorKeys)[number] | `LABEL:${string}`;

/** Parses a color choice; anything unknown is the color of the epic. */
export function parseColorKey(text: string | null | undefined): ColorKey {
  const scope = text?.startsWith('LABEL:') ? text.slice(6).trim() : '';
  // A title has at most 255 characters, with the separator and a value of one.
  if (scope !== '' && scope.length <= 252) return `LABEL:${scope}`;
  return plainColorKeys.find((key) => key === text) ?? 'EPIC';
}

/** The scope of `LABEL:{scope}`; null for the others. */
export function colorScopeOf(key: ColorKey): string | null {
  return key.startsWith('LABEL:') ? key.slice(6) : null;
}

/** Groups with a color of their own while bars are colored by group. */
export const MAX_COLORED_GROUPS = 8;

/** How rows and bars look. */
export interface Appearance {
  density: Density;
  colorBy: ColorKey;
  /** Whether the counts above the chart are shown. */
  isShowingSummary: boolean;
  /** Whether rows show the owners of epics. */
  isShowingOwners: boolean;
  /** Whether the issues of expanded epics are listed. */
  isShowingIssues: boolean;
  /** Whether all rows show when they are likely to be done. */
  isShowingForecasts: boolean;
  /** Whether long plans have a map of all their dates. */
  isShowingMinimap: boolean;
}

/** Whether bars have soft fills: in compact rows, and in any color but that of the epic. */
export function isSoft({ density, colorBy }: Pick<Appearance, 'density' | 'colorBy'>): boolean {
  return density === 'COMPACT' || colorBy !== 'EPIC';
}

/** What rows contain, which decides their height: labels have no room in compact ones. */
export type RowKind = 'compact' | 'labels' | 'plain';

export function rowKindOf({
  density,
  isShowingLabels,
}: Pick<Appearance, 'density'> & { isShowingLabels: boolean }): RowKind {
  if (density === 'COMPACT') return 'compact';
  return isShowingLabels ? 'labels' : 'plain';
}

type AppearanceKey =
  | 'density'
  | 'color_by'
  | 'show_summary'
  | 'show_owners'
  | 'show_issues'
  | 'show_minimap'
  | 'show_forecasts';

export function readAppearance(value: (key: AppearanceKey) => string | null): Appearance {
  return {
    density: densities.find((density) => density === value('density')) ?? 'COMFORTABLE',
    colorBy: parseColorKey(value('color_by')),
    isShowingSummary: value('show_summary') !== 'false',
    isShowingOwners: value('show_owners') === 'true',
    isShowingIssues: value('show_issues') === 'true',
    isShowingMinimap: value('show_minimap') === 'true',
    isShowingForecasts: value('show_forecasts') === 'true',
  };
}

/** The parameters of what differs from the defaults. */
export function writeAppearance(appearance: Appearance): (readonly [string, string])[] {
  const { density, colorBy, isShowingSummary, isShowingOwners, isShowingIssues, isShowingMinimap } = appearance;
  return [
    ...(density === 'COMPACT' ? [['density', density] as const] : []),
    ...(colorBy === 'EPIC' ? [] : [['color_by', colorBy] as const]),
    ...(isShowingSummary ? [] : [['show_summary', 'false'] as const]),
    ...(isShowingOwners ? [['show_owners', 'true'] as const] : []),
    ...(isShowingIssues ? [['show_issues', 'true'] as const] : []),
    ...(isShowingMinimap ? [['show_minimap', 'true'] as const] : []),
    ...(appearance.isShowingForecasts ? [['show_forecasts', 'true'] as const] : []),
  ];
}
