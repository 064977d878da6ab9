import { useState, type CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import type { Day } from '@milepost/core/days';
import type { FilterToken } from '@milepost/core/filter-bar/tokens';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { hasFilter, withToggled } from '@milepost/core/roadmap/toggles';
import { useSmallScreen } from '../../../ui/overlay/small-screen.ts';
import { FilterToggles, type FilterToggle } from '../controls/FilterToggles.tsx';
import type { ListRow } from '../data/rows.ts';
import { groupsAhead } from '../settings/known-settings.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { drawnCount, legendMessages as messages } from './legend-messages.ts';
import { legendContentsOf, legendCountsOf, type LegendContents, type LegendSign } from './legend-contents.ts';
import { classNameOf, classTokenOf } from './legend-entries.ts';
import styles from './legend.module.css';

export interface LegendProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
  rows: readonly ListRow[];
  today: Day;
}

/** What the fills and signs on the chart mean. Its entries filter the list, as far as there is such a filter. */
export function Legend({ fullPath, settings, change, rows, today }: LegendProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const epics = rows.flatMap(({ epic }) => epic ?? []);
  const ahead = groupsAhead(fullPath, settings);
  const found = legendContentsOf(epics, settings, today, ahead);
  const shown = useKept(found, isFilteredByLegend(settings, found));
  const counts = legendCountsOf(epics, settings, today, ahead);
  const labelOf = (name: string, key: string) => formatMessage(drawnCount, { name, count: counts.get(key) ?? 0 });
  const isSmall = useSmallScreen();
  const canFilter = settings.epicIid === null;
  const filterBy = (token: FilterToken | null): Pick<FilterToggle, 'isOn' | 'onToggle'> => ({
    isOn: token !== null && hasFilter(settings, token),
    onToggle: canFilter && token ? () => change((now) => withToggled(now, token)) : undefined,
  });
  const classes = shown.classes.map(({ key, tone }): FilterToggle => {
    const name = classNameOf(settings.colorBy, key, epics, intl);
    return {
      id: key,
      name,
      label: labelOf(name, key),
      sign: (
        <i
          className={styles.swatch}
          data-edge={settings.colorBy === 'HEALTH' || undefined}
          style={{ '--tone': tone.css } as CSSProperties}
        />
      ),
      ...filterBy(classTokenOf(settings.colorBy, key)),
    };
  });
  const signs = shown.signs.map((sign): FilterToggle => ({
    id: sign,
    name: formatMessage(messages[sign]),
    label: labelOf(formatMessage(messages[sign]), sign),
    sign: <i className={styles.swatch} data-sign={sign} />,
    ...filterBy(signTokenOf(sign)),
  }));
  return (
    <FilterToggles
      label={formatMessage(messages.legend)}
      parts={[classes, signs]}
      more={() => formatMessage(messages.more)}
      room={isSmall ? 'wraps' : 'end'}
    />
  );
}

/** The filters by signs: one filter, so that several of them match as alternatives. The bars of a snapshot are not those of epics. */
const signSignals = { overdue: 'OVERDUE', noEnd: 'NO_END', closed: 'CLOSED', snapshot: null } as const;

function signTokenOf(sign: LegendSign): FilterToken | null {
  const data = signSignals[sign];
  return data && { type: 'signal', value: { operator: 'is', data } };
}

function isFilteredByLegend(settings: RoadmapSettings, { classes }: LegendContents): boolean {
  const tokens = [
    ...classes.map(({ key }) => classTokenOf(settings.colorBy, key)),
    ...(['overdue', 'noEnd', 'closed'] as const).map(signTokenOf),
  ];
  return tokens.some((token) => token !== null && hasFilter(settings, token));
}

/** While the legend filters, it keeps the entries that its filters took from the chart: a second one can be chosen. */
function useKept(found: LegendContents, isFiltered: boolean): LegendContents {
  const [kept, keep] = useState(found);
  const isSame = kept.colorBy === found.colorBy;
  const next: LegendContents =
    isFiltered && isSame
      ? {
          colorBy: found.colorBy,
          classes: [
            ...kept.classes,
            ...found.classes.filter(({ key }) => !kept.classes.some((one) => one.key === key)),
          ],
          signs: [...kept.signs, ...found.signs.filter((sign) => !kept.signs.includes(sign))],
        }
      : found;
  if (textOf(next) !== textOf(kept)) keep(next);
  return next;
}

const textOf = (contents: LegendContents): string => JSON.stringify(contents);
