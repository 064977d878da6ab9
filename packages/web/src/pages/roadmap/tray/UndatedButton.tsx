import { CalendarOff } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useIntl } from 'react-intl';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { Button } from '../../../ui/button/Button.tsx';
import { useOpener } from '../../../ui/overlay/use-opener.ts';
import { chartMessages as messages } from '../messages/chart.ts';
import type { MoveStore } from '../drag/moves.ts';

const UndatedTray = lazy(() => import('./UndatedTray.tsx').then((module) => ({ default: module.UndatedTray })));

export interface UndatedButtonProps {
  args: EpicArguments;
  /** The group of the roadmap. */
  fullPath: string;
  count: number;
  /** The chart that they are dragged to. */
  moves: MoveStore;
  /** `quiet` in the status line, `plain` where there is no timeline to drag them to. */
  look: 'plain' | 'quiet';
}

/** The number of undated epics, and a button that opens their tray. */
export function UndatedButton({ args, fullPath, count, moves, look }: UndatedButtonProps) {
  const { formatMessage } = useIntl();
  const { isOpen, close, anchor, opener } = useOpener();
  return (
    <>
      <Button {...opener} {...(look === 'quiet' && { kind: 'quiet', size: 'small' })} icon={CalendarOff}>
        {formatMessage(messages.undated, { count })}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <UndatedTray
            anchor={anchor}
            args={args}
            fullPath={fullPath}
            moves={look === 'quiet' ? moves : null}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
