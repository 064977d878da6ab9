import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import { useSmallScreen } from '../../../ui/overlay/small-screen.ts';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { colorNameOf } from '../colors/color-names.ts';
import { isSameColorKey, useColorChoices } from '../colors/use-color-choices.ts';
import { RadioList } from './RadioList.tsx';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { appearanceMessages as messages } from '../messages/appearance.ts';
import { loadingLabel } from '../../../ui/text/messages.ts';

export interface AppearancePartProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** The height of rows and, where the toolbar has no room for it, the colors of bars. */
export function AppearancePart({ fullPath, settings, change }: AppearancePartProps) {
  const { formatMessage } = useIntl();
  // On larger screens the toolbar has the colors.
  const hasColors = useSmallScreen();
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
      {hasColors && <ColorList fullPath={fullPath} settings={settings} change={change} />}
    </>
  );
}

function ColorList({ fullPath, settings, change }: AppearancePartProps) {
  const intl = useIntl();
  const choices = useColorChoices(fullPath, settings);
  return (
    <>
      <h3>{intl.formatMessage(messages.colorBy)}</h3>
      {choices ? (
        <RadioList
          label={intl.formatMessage(messages.colorBy)}
          value={choices.find((key) => isSameColorKey(key, settings.colorBy)) ?? settings.colorBy}
          onChange={(value) => change((now) => ({ ...now, colorBy: value }))}
          options={choices.map((value) => ({ value, label: colorNameOf(value, intl) }))}
        />
      ) : (
        <Loading label={intl.formatMessage(loadingLabel)} />
      )}
    </>
  );
}
