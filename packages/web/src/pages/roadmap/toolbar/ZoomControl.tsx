import { ChevronDown } from 'lucide-react';
import { useIntl } from 'react-intl';
import { type Layout, layouts } from '@milepost/core/roadmap/ranges';
import { Button } from '../../../ui/button/Button.tsx';
import { Segmented } from '../../../ui/field/Segmented.tsx';
import { Menu, MenuChoice } from '../../../ui/overlay/Menu.tsx';
import { chartMessages } from '../messages/chart.ts';
import { layoutMessages } from '../messages/layouts.ts';
import styles from './zoom.module.css';

/** The columns of the timeline: all choices side by side, or a menu where the toolbar is narrow. */
export function ZoomControl({ value, onChange }: { value: Layout; onChange: (layout: Layout) => void }) {
  const { formatMessage } = useIntl();
  const label = formatMessage(chartMessages.zoom);
  const name = (layout: Layout): string => formatMessage(layoutMessages[layout]);
  return (
    <>
      <div className={styles.choices}>
        <Segmented
          label={label}
          value={value}
          onChange={onChange}
          options={layouts.map((layout) => ({ value: layout, label: name(layout) }))}
        />
      </div>
      <div className={styles.menu}>
        <Menu
          label={label}
          trigger={(trigger) => (
            <Button {...trigger} iconAfter={ChevronDown} aria-label={`${label}: ${name(value)}`}>
              {name(value)}
            </Button>
          )}
        >
          {layouts.map((layout) => (
            <MenuChoice key={layout} checked={layout === value} onSelect={() => onChange(layout)}>
              {name(layout)}
            </MenuChoice>
          ))}
        </Menu>
      </div>
    </>
  );
}
