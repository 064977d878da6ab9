import { ChevronDown, type LucideIcon } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../../ui/button/Button.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { Loading } from '../../../ui/progress/Spinner.tsx';
import { text } from '../../../ui/text/text.tsx';
import styles from './choice-menu.module.css';
import { loadingLabel } from '../../../ui/text/messages.ts';

export interface ChoiceMenuProps {
  icon: LucideIcon;
  /** Names the button for actions of the palette. */
  tool: string;
  label: string;
  /** What is chosen; stays where the label has no room. */
  value: string;
  /** The entries, which may be loaded on demand. */
  children: ReactNode;
}

/** A button of the toolbar that names a choice, and its menu. Small screens have the choice in the settings. */
export function ChoiceMenu({ icon, tool, label, value, children }: ChoiceMenuProps) {
  const { formatMessage } = useIntl();
  return (
    <Menu
      label={label}
      placement={{ align: 'end' }}
      trigger={(trigger) => (
        <Button
          {...trigger}
          icon={icon}
          iconAfter={ChevronDown}
          data-tool={tool}
          className={`${styles.button} ${text.onlyWide}`}
          aria-label={`${label}: ${value}`}
        >
          <span className={styles.name}>{label}</span> <b>{value}</b>
        </Button>
      )}
    >
      <Suspense fallback={<Loading label={formatMessage(loadingLabel)} />}>{children}</Suspense>
    </Menu>
  );
}
