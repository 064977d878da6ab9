import { useIntl } from 'react-intl';
import type { ColorKey } from '@milepost/core/roadmap/appearance';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import { RadioList } from './RadioList.tsx';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { appearanceMessages as messages } from '../messages/appearance.ts';

/** The height of rows and the colors of bars. */
export function AppearancePart({ settings, change }: { settings: RoadmapSettings; change: ChangeSettings }) {
  const { formatMessage } = useIntl();
  const { colorBy } = settings;
  const choices: { value: ColorKey; label: string }[] = [
    { value: 'EPIC', label: formatMessage(messages.epicColor) },
    { value: 'HEALTH', label: formatMessage(messages.health) },
    { value: 'PROGRESS', label: formatMessage(messages.progress) },
    { value: 'GROUP', label: formatMessage(messages.group) },
    // A scope comes from an address or a view.
    ...(colorBy.startsWith('LABEL:') ? [{ value: colorBy, label: `${colorBy.slice(6)}::*` }] : []),
  ];
  return (
    <>
      <Segmented
        label={formatMessage(messages.density)}
        value={settings.density}
        onChange={(density) => change((now) => ({ ...now, density }))}
        options={[
          { value: 'COMFORTABLE', label: formatMessage(messages.comfortable) },
          { value: 'COMPACT', label: formatMessage(messages.compact) },
        ]}
      />
      <h3>{formatMessage(messages.colorBy)}</h3>
      <RadioList
        label={formatMessage(messages.colorBy)}
        value={colorBy}
        onChange={(value) => change((now) => ({ ...now, colorBy: value }))}
        options={choices}
      />
    </>
  );
}
