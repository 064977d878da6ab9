import { Palette } from 'lucide-react';
import { lazy } from 'react';
import { useIntl } from 'react-intl';
import { ChoiceMenu } from '../controls/ChoiceMenu.tsx';
import { appearanceMessages as messages } from '../messages/appearance.ts';
import type { ColorByMenuProps } from './ColorByItems.tsx';
import { colorNameOf } from './color-names.ts';

const ColorByItems = lazy(() => import('./ColorByItems.tsx').then((module) => ({ default: module.ColorByItems })));

/** Chooses what the fill of bars shows. */
export function ColorByMenu(props: ColorByMenuProps) {
  const intl = useIntl();
  return (
    <ChoiceMenu
      icon={Palette}
      tool="color-by"
      label={intl.formatMessage(messages.colorBy)}
      value={colorNameOf(props.settings.colorBy, intl)}
    >
      <ColorByItems {...props} />
    </ChoiceMenu>
  );
}
