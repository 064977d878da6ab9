import { useIntl } from 'react-intl';
import type { RoadmapSettings } from '@milepost/core/roadmap/settings';
import { MenuChoice, MenuTitle } from '../../../ui/overlay/Menu.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { appearanceMessages as messages } from '../messages/appearance.ts';
import type { ChangeSettings } from '../settings/use-settings.ts';
import { colorNameOf } from './color-names.ts';
import { isSameColorKey, useColorChoices } from './use-color-choices.ts';
import { loadingLabel } from '../../../ui/text/messages.ts';

export interface ColorByMenuProps {
  fullPath: string;
  settings: RoadmapSettings;
  change: ChangeSettings;
}

/** The entries of the menu. */
export function ColorByItems({ fullPath, settings, change }: ColorByMenuProps) {
  const intl = useIntl();
  const choices = useColorChoices(fullPath, settings);
  if (!choices) return <Loading label={intl.formatMessage(loadingLabel)} />;
  return (
    <>
      <MenuTitle>{intl.formatMessage(messages.colorBy)}</MenuTitle>
      {choices.map((key) => (
        <MenuChoice
          key={key}
          checked={isSameColorKey(key, settings.colorBy)}
          onSelect={() => change((now) => ({ ...now, colorBy: key }))}
        >
          {colorNameOf(key, intl)}
        </MenuChoice>
      ))}
    </>
  );
}
